import { mailServerProblem } from '@frontage/functions/mail/smtp';
import { missing, ok, unasked, type Finding } from '../finding.ts';
import type { Check } from './examined.ts';
import { grantSecretAccessCommand, secretAccessDenied, readSecret } from './read-secret.ts';

/** Checks the mail settings: `MAIL_FROM` enables email, the secret `SMTP_URL` names the mail server. */
export const mail: Check = {
  name: 'mail',
  examine: async ({ project, google, setting, tryMailServer }) => {
    const from = setting('MAIL_FROM') ?? '';
    if (from === '') return [ok('mail', 'Email is disabled: links are shown for copying')];
    const url = await readSecret({ google, project }, 'SMTP_URL');
    // The `secrets` check reports a missing secret.
    if (url === null) return [];
    if (url === secretAccessDenied) return [notChecked(project)];
    const deploy = `npx firebase deploy --only functions --project ${project}`;
    const why = 'MAIL_FROM is set, so functions send emails, but none of them arrives';
    if (!from.includes('@')) {
      const next = `Write MAIL_FROM=NAME@YOUR-DOMAIN into functions/.env.${project}, then: ${deploy}`;
      return [missing('mail', { what: `MAIL_FROM is not an email address: ${from}`, why, next })];
    }
    const wrong = url === 'none' ? 'is “none”' : mailServerProblem(url);
    if (wrong === null) return [ok('mail', `Emails come from ${from}`), server(await tryMailServer(url), project)];
    return [missing('mail', { what: `The secret SMTP_URL ${wrong}`, why, next: replaceServerCommand(project) })];
  },
};

const replaceServerCommand = (project: string): string =>
  `printf 'smtps://NAME:PASSWORD@HOST:465' | gcloud secrets versions add SMTP_URL --project ${project} --data-file - && npx firebase deploy --only functions --project ${project}`;

/** The result of signing in at the mail server. */
function server(code: string | null, project: string): Finding {
  const check = 'mail.server';
  if (code === null) return ok(check, 'The mail server accepts name and password');
  const isWrong = code.startsWith('EAUTH') || code === 'EDNS';
  if (!isWrong) {
    return unasked(check, {
      what: `Unexpected reply from the mail server: ${code}`,
      why: 'Many networks block email: functions may reach the server anyway. Otherwise check the port',
      next: `npx firebase functions:log --only mailReviews --project ${project}`,
    });
  }
  return missing(check, {
    what:
      code === 'EDNS' ? 'The host in SMTP_URL does not exist' : `The mail server refuses name and password: ${code}`,
    why: 'MAIL_FROM is set, so functions send emails, but none of them arrives. Name and password must be percent-encoded',
    next: replaceServerCommand(project),
  });
}

const notChecked = (project: string): Finding =>
  unasked('mail', {
    what: 'SMTP_URL was not checked',
    why: 'These credentials may not read it',
    next: grantSecretAccessCommand('SMTP_URL', project),
  });
