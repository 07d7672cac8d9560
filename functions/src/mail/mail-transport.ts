import { mailFrom, smtpUrl } from '../params.ts';
import { mailServerProblem } from './mail-server.ts';

export interface MailTransport {
  /** `smtp://name:password@host:587` or `smtps://…`. */
  url: string;
  from: string;
}

/**
 * The project's mail transport; null if email is disabled.
 * @throws Error if the settings are invalid; the message does not contain the password
 */
export function mailTransport(): MailTransport | null {
  const from = mailFrom.value();
  const url = from === '' ? '' : smtpUrl.value();
  if (url === '' || url === 'none') return null;
  const problem = mailServerProblem(url);
  if (problem !== null) throw new Error(`The secret SMTP_URL ${problem}`);
  return { from, url };
}
