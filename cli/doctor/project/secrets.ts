import { z } from 'zod';
import { missing, ok, type Finding } from '../finding.ts';
import { firstAdministrator } from './documents.ts';
import type { Check, Examined } from './examined.ts';

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
export const secretsPresent: Check = {
  name: 'secrets',
  examine: async ({ project, google }) => {
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
  },
};

const minLength = 16;

/** Checks SETUP_CODE, which is required until the first administrator exists. */
export const setupCode: Check = {
  name: 'setup-code',
  examine: async ({ project, google, setting }: Examined) => {
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
  },
};
