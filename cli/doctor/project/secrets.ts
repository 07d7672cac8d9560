import { z } from 'zod';
import { mailServerProblem } from '@frontage/functions/mail/smtp';
import { GoogleRefusal } from '../google.ts';
import { type Ask, type Examined, type Finding, missing, ok, unasked } from '../check.ts';
import { firstAdministrator } from './firestore.ts';

/** Checks the mail settings: `MAIL_FROM` enables email, the secret `SMTP_URL` names the mail server. */
export const mail: Ask = async ({ project, google, setting, tryMailServer }) => {
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
  if (wrong === null)
    return [ok('mail', `Emails come from ${from}`), mailServerFinding(await tryMailServer(url), project)];
  return [missing('mail', { what: `The secret SMTP_URL ${wrong}`, why, next: replaceServerCommand(project) })];
};

const replaceServerCommand = (project: string): string =>
  `printf 'smtps://NAME:PASSWORD@HOST:465' | gcloud secrets versions add SMTP_URL --project ${project} --data-file - && npx firebase deploy --only functions --project ${project}`;

/** The result of signing in at the mail server. */
function mailServerFinding(code: string | null, project: string): Finding {
  const check = 'mail.server';
  if (code === null) return ok(check, 'The mail server accepts name and password');
  const isWrong = code.startsWith('EAUTH') || code === 'EDNS';
  if (!isWrong) {
    return unasked(check, {
      what: `Unexpected reply from the mail server: ${code}`,
      why: 'Many networks block email: functions may reach the server anyway. Otherwise check the port',
      next: `npx firebase functions:log --only sendQueuedMail --project ${project}`,
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

const payload = z.object({ payload: z.object({ data: z.string() }) });

/** The command that permits a user to read a secret. */
export const grantSecretAccessCommand = (name: string, project: string): string =>
  `gcloud secrets add-iam-policy-binding ${name} --project ${project} --member user:YOU@EXAMPLE.COM --role roles/secretmanager.secretAccessor`;

export const secretAccessDenied = Symbol('may not be read');

/**
 * The newest value of a secret; null if it has no enabled version, `secretAccessDenied` if it may not be read.
 * @see https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions/access
 */
export async function readSecret(
  { google, project }: Pick<Examined, 'google' | 'project'>,
  name: string,
): Promise<string | typeof secretAccessDenied | null> {
  const address = `secretmanager.googleapis.com/v1/projects/${project}/secrets/${name}/versions/latest:access`;
  try {
    const answer = await google.get(address, payload);
    return answer && Buffer.from(answer.payload.data, 'base64').toString();
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
    // The newest version is disabled or destroyed.
    if (error.status === 400) return null;
    if (error.status === 403 && error.reason === null) return secretAccessDenied;
    throw error;
  }
}

const version = z.object({ state: z.string() });
const anything = z.looseObject({});

/** Secrets of functions and pipeline, each with the command that prints a new value. */
const secrets = {
  PUBLISH_WEBHOOK_SECRET: {
    why: 'Signs the hints of edits; functions cannot be deployed without it',
    value: 'printf \'whsec_%s\' "$(openssl rand -base64 32)"',
  },
  DEMO_TOKEN_SECRET: {
    why: 'Signs access to protected demos; functions cannot be deployed without it',
    value: "openssl rand -hex 32 | tr -d '\\n'",
  },
  SMTP_URL: {
    why: 'The mail server, or “none”; functions cannot be deployed without it',
    value: 'printf none',
  },
  STATUS_TOKEN: {
    why: 'Gives access to all of the pipeline’s /status, and to /metrics',
    value: "openssl rand -hex 32 | tr -d '\\n'",
  },
} as const;

/**
 * Checks whether the newest version of each secret is enabled. It does not read the values.
 * @see https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions/get
 */
export const secretsPresent: Ask = async ({ project, google }) => {
  const findings: Finding[] = [];
  for (const [name, { why, value }] of Object.entries(secrets)) {
    const check = `secrets.${name}`;
    const address = `secretmanager.googleapis.com/v1/projects/${project}/secrets/${name}`;
    const newest = await google.get(`${address}/versions/latest`, version);
    if (newest?.state === 'ENABLED') {
      findings.push(ok(check, `${name} exists`));
      continue;
    }
    const exists = newest !== null || (await google.get(address, anything)) !== null;
    const command = exists ? `versions add ${name}` : `create ${name}`;
    findings.push(
      missing(check, {
        what: exists ? `The newest version of the secret ${name} is not enabled` : `There is no secret ${name}`,
        why,
        next: `${value} | gcloud secrets ${command} --project ${project} --data-file -`,
      }),
    );
  }
  return findings;
};

const minLength = 16;

/** Checks SETUP_CODE, which is required until the first administrator exists. */
export const setupCode: Ask = async ({ project, google, setting }: Examined) => {
  if (await google.get(firstAdministrator(project), anything))
    return [ok('setup-code', 'There is a first administrator')];
  const code = setting('SETUP_CODE') ?? '';
  if (code.length >= minLength) return [ok('setup-code', 'SETUP_CODE is set for the first administrator')];
  return [
    missing('setup-code', {
      what: code === '' ? 'SETUP_CODE is not set' : `SETUP_CODE has fewer than ${minLength} characters`,
      why: 'It is required to become the first administrator; a short one can be guessed',
      next: `npx frontage setup --project ${project} && npx firebase deploy --only functions --project ${project}`,
    }),
  ];
};
