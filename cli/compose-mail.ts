import { adminPaths } from '@frontage/model/paths';
import type { Mail } from '@frontage/local/start';
import type { Addresses } from './configuration.ts';

/** An e-mail as somebody reads it; on hosted Firebase, Firebase writes and sends it. */
export interface LocalMail {
  to: string;
  subject: string;
  /** To the page of the back office that does what the e-mail is about. */
  link: string;
}

const subjects: Record<Mail['requestType'], string> = {
  PASSWORD_RESET: 'Reset your password',
  VERIFY_EMAIL: 'Confirm your email address',
  VERIFY_AND_CHANGE_EMAIL: 'Confirm your new email address',
  RECOVER_EMAIL: 'Your email address was changed',
  EMAIL_SIGNIN: 'Sign in',
};

/** The local page behind `oobLink` and hosted Firebase's take the same parameters, and so does the back office's. */
export function composeMail({ requestType, email, newEmail, oobLink }: Mail, adminOrigin: string): LocalMail {
  return {
    to: newEmail ?? email,
    subject: subjects[requestType],
    link: `${adminOrigin}${adminPaths.emailAction}${new URL(oobLink).search}`,
  };
}

/** What is still unread: the e-mails whose link was not used and has not run out, the newest on top. */
export async function readLocalMail(project: string, { auth, admin }: Addresses): Promise<LocalMail[]> {
  const answer = await fetch(`http://${auth}/emulator/v1/projects/${project}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: Mail[] };
  return oobCodes.map((mail) => composeMail(mail, admin)).reverse();
}
