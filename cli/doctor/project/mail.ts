import { wrongWithServer } from '@frontage/functions/mail/mail-server';
import { missing, ok, unasked, type Finding } from '../finding.ts';
import type { Check } from './examined.ts';
import { letYouRead, notForUs, readSecret } from './read-secret.ts';

/** Whether the mail server that is set can be one: `MAIL_FROM` turns e-mail on, the secret `SMTP_URL` says by whom it is sent. */
export const mail: Check = {
  name: 'mail',
  examine: async ({ project, google, setting, tryMailServer }) => {
    const from = setting('MAIL_FROM') ?? '';
    if (from === '') return [ok('mail', 'No e-mail is sent: links are shown to be copied')];
    const url = await readSecret({ google, project }, 'SMTP_URL');
    // That there is none is said of the secrets.
    if (url === null) return [];
    if (url === notForUs) return [notAsked(project)];
    const deploy = `npx firebase deploy --only functions --project ${project}`;
    const why = 'MAIL_FROM is set, so functions send e-mails, and none of them arrives';
    if (!from.includes('@')) {
      const next = `Write MAIL_FROM=NAME@YOUR-DOMAIN into functions/.env.${project}, then: ${deploy}`;
      return [missing('mail', { what: `MAIL_FROM is no e-mail address: ${from}`, why, next })];
    }
    const wrong = url === 'none' ? 'is “none”' : wrongWithServer(url);
    if (wrong === null) return [ok('mail', `E-mails come from ${from}`), server(await tryMailServer(url), project)];
    return [missing('mail', { what: `The secret SMTP_URL ${wrong}`, why, next: otherServer(project) })];
  },
};

const otherServer = (project: string): string =>
  `printf 'smtps://NAME:PASSWORD@HOST:465' | gcloud secrets versions add SMTP_URL --project ${project} --data-file - && npx firebase deploy --only functions --project ${project}`;

/** What signing in at the mail server has come to. */
function server(code: string | null, project: string): Finding {
  const check = 'mail.server';
  if (code === null) return ok(check, 'The mail server takes name and password');
  const isWrong = code.startsWith('EAUTH') || code === 'EDNS';
  if (!isWrong) {
    return unasked(check, {
      what: `The mail server does not answer this machine as one does: ${code}`,
      why: 'Many networks hold back e-mail: functions may reach it all the same, or its port is another one',
      next: `npx firebase functions:log --only mailReviews --project ${project}`,
    });
  }
  return missing(check, {
    what:
      code === 'EDNS'
        ? 'There is no host of the name in SMTP_URL'
        : `The mail server refuses name and password: ${code}`,
    why: 'MAIL_FROM is set, so functions send e-mails, and none of them arrives. Name and password are percent-encoded',
    next: otherServer(project),
  });
}

const notAsked = (project: string): Finding =>
  unasked('mail', {
    what: 'Whether SMTP_URL is the address of a mail server was not asked',
    why: 'It may not be read with these credentials',
    next: letYouRead('SMTP_URL', project),
  });
