import { adminPaths, collections } from '@frontage/model/paths';
import type { Mail } from '@frontage/local/start';
import { z } from 'zod';
import type { Addresses } from '../target/configuration.ts';

/** An email in the local mailbox. In a hosted project, Firebase or the project's mail server sends it. */
export interface LocalMail {
  to: string;
  subject: string;
  /** Link in the email; for emails of Authentication, to the admin page that handles their code. */
  link: string;
  /** Body text; absent if the email consists of the link. */
  text?: string;
}

const subjects: Record<Mail['requestType'], string> = {
  PASSWORD_RESET: 'Reset your password',
  VERIFY_EMAIL: 'Confirm your email address',
  VERIFY_AND_CHANGE_EMAIL: 'Confirm your new email address',
  RECOVER_EMAIL: 'Your email address was changed',
  EMAIL_SIGNIN: 'Sign in',
};

/**
 * Converts an out-of-band code of Authentication to an email with a link to the admin. The query parameters stay: the
 * admin's page accepts the same ones as Firebase's page at `oobLink`.
 */
export function composeMail({ requestType, email, newEmail, oobLink }: Mail, adminOrigin: string): LocalMail {
  return {
    to: newEmail ?? email,
    subject: subjects[requestType],
    link: `${adminOrigin}${adminPaths.emailAction}${new URL(oobLink).search}`,
  };
}

/**
 * Emails that a hosted project would send: first those of Authentication whose link is neither used nor expired, then
 * those of the product; each group newest first.
 */
export async function readLocalMail(project: string, { auth, admin, firestore }: Addresses): Promise<LocalMail[]> {
  const answer = await fetch(`http://${auth}/emulator/v1/projects/${project}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: Mail[] };
  return [
    ...oobCodes.map((mail) => composeMail(mail, admin)).reverse(),
    ...(await readProductMail(project, firestore)),
  ];
}

const maxProductMails = 50;

const stringField = z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue);
const productMail = z.object({
  document: z.object({
    fields: z.object({ to: stringField, subject: stringField, text: stringField, link: stringField }),
  }),
});

/** Emails that local functions store instead of sending, newest first. */
async function readProductMail(project: string, firestore: string): Promise<LocalMail[]> {
  const orderBy = [{ field: { fieldPath: 'at' }, direction: 'DESCENDING' }];
  const structuredQuery = { from: [{ collectionId: collections.mail }], orderBy, limit: maxProductMails };
  const answer = await fetch(`http://${firestore}/v1/projects/${project}/databases/(default)/documents:runQuery`, {
    method: 'POST',
    headers: { Authorization: 'Bearer owner' },
    body: JSON.stringify({ structuredQuery }),
  });
  const found = z.array(z.unknown()).parse(await answer.json());
  return found.flatMap((entry) => productMail.safeParse(entry).data?.document.fields ?? []);
}
