import { adminPaths, collections } from '@frontage/model/paths';
import type { Mail } from '@frontage/local/start';
import { z } from 'zod';
import type { Addresses } from './configuration.ts';

/** An email of the local mailbox; on hosted Firebase, Firebase or the project's mail server sends it. */
export interface LocalMail {
  to: string;
  subject: string;
  /** Link to the admin page that handles the email's code. */
  link: string;
  /** Its text, if it has more than a link. */
  text?: string;
}

const subjects: Record<Mail['requestType'], string> = {
  PASSWORD_RESET: 'Reset your password',
  VERIFY_EMAIL: 'Confirm your email address',
  VERIFY_AND_CHANGE_EMAIL: 'Confirm your new email address',
  RECOVER_EMAIL: 'Your email address was changed',
  EMAIL_SIGNIN: 'Sign in',
};

/** The local page behind `oobLink` and hosted Firebase's take the same parameters, and so does the admin's. */
export function composeMail({ requestType, email, newEmail, oobLink }: Mail, adminOrigin: string): LocalMail {
  return {
    to: newEmail ?? email,
    subject: subjects[requestType],
    link: `${adminOrigin}${adminPaths.emailAction}${new URL(oobLink).search}`,
  };
}

/**
 * Emails that would have been sent, newest first per sender: Authentication's until their link is used or expires, followed by the
 * product's.
 */
export async function readLocalMail(project: string, { auth, admin, firestore }: Addresses): Promise<LocalMail[]> {
  const answer = await fetch(`http://${auth}/emulator/v1/projects/${project}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: Mail[] };
  return [...oobCodes.map((mail) => composeMail(mail, admin)).reverse(), ...(await readOwnMail(project, firestore))];
}

const listed = 50;

const texts = z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue);
const ownMail = z.object({
  document: z.object({ fields: z.object({ to: texts, subject: texts, text: texts, link: texts }) }),
});

/** Emails that functions store instead of sending. */
async function readOwnMail(project: string, firestore: string): Promise<LocalMail[]> {
  const orderBy = [{ field: { fieldPath: 'at' }, direction: 'DESCENDING' }];
  const structuredQuery = { from: [{ collectionId: collections.mail }], orderBy, limit: listed };
  const answer = await fetch(`http://${firestore}/v1/projects/${project}/databases/(default)/documents:runQuery`, {
    method: 'POST',
    headers: { Authorization: 'Bearer owner' },
    body: JSON.stringify({ structuredQuery }),
  });
  const found = z.array(z.unknown()).parse(await answer.json());
  return found.flatMap((entry) => ownMail.safeParse(entry).data?.document.fields ?? []);
}
