import { mailFrom, smtpUrl } from '../params.ts';
import { wrongWithServer } from './mail-server.ts';

export interface Post {
  /** As `smtp://name:password@host:587` or `smtps://…`. */
  url: string;
  from: string;
}

/** How e-mail leaves the project; null where it does not. @throws Error where it cannot, which does not tell the password */
export function postOf(): Post | null {
  const from = mailFrom.value();
  const url = from === '' ? '' : smtpUrl.value();
  if (url === '' || url === 'none') return null;
  const wrong = wrongWithServer(url);
  if (wrong !== null) throw new Error(`The secret SMTP_URL ${wrong}`);
  return { from, url };
}
