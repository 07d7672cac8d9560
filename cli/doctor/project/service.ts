import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { signedRequest } from '@frontage/functions/webhook/publish-request';
import type { PublishHint } from '@frontage/model/webhook';
import { isHintAddress } from '../../target/requirements.ts';
import { parseJson } from '../../runtime/files.ts';
import { advice, type Ask, type Examined, type Finding, missing, ok, unasked } from '../check.ts';
import { grantSecretAccessCommand, readSecret, secretAccessDenied } from './secrets.ts';

const pipelineStatus = z.object({
  pinned: z.string().nullable(),
  failure: z.string().nullable(),
  next: z.string().nullable(),
  problems: z.array(z.object({ document: z.string() })),
});

const maxListed = 5;

/** Converts the failure, pin and problems in a `/status` response to findings; none if the format is unknown. */
function examineStatus({ project, region }: Pick<Examined, 'project' | 'region'>, text: string): Finding[] {
  const status = pipelineStatus.safeParse(parseJson(text)).data;
  if (!status) return [];
  const documents = [...new Set(status.problems.map(({ document }) => document))];
  const more = documents.length > maxListed ? ` and ${documents.length - maxListed} more` : '';
  return [
    ...(status.failure === null
      ? []
      : [
          missing('pipeline.failure', {
            what: `The pipeline reports: ${status.failure}`,
            why: 'Edits wait, visitors keep the last release, and the pipeline retries automatically',
            next:
              status.next ??
              `gcloud run services logs read frontage --project ${project} --region ${region} --limit 50`,
          }),
        ]),
    ...(status.pinned === null
      ? []
      : [
          advice('pipeline.pinned', {
            what: `The site is pinned to release ${status.pinned}`,
            why: 'The site was rolled back; edits are not shown',
            next: `npx frontage unpin --project ${project}`,
          }),
        ]),
    ...(documents.length === 0
      ? []
      : [
          advice('pipeline.problems', {
            what: `Skipped completely or in part: ${documents.slice(0, maxListed).join(', ')}${more}`,
            why: 'The rest is live. /status and the admin’s dashboard list the errors by field',
            next: 'Fix them in the admin',
          }),
        ]),
  ];
}

const timeoutMs = 10_000;

/** A hint for a document that is no content: the pipeline accepts it and reads nothing. */
const harmlessHint = (at: Date): PublishHint => ({
  type: 'content.written',
  timestamp: at.toISOString(),
  data: { documents: ['system/doctor'] },
});

/** Checks whether the pipeline answers at the address to which functions send hints, and accepts their signature. */
export const webhook: Ask = async (examined) => {
  const address = examined.setting('PUBLISH_WEBHOOK_URL');
  if (!address || !isHintAddress(address)) {
    return [
      missing('webhook', {
        what: address ? `PUBLISH_WEBHOOK_URL is not a webhook address: ${address}` : 'PUBLISH_WEBHOOK_URL is not set',
        why: address
          ? 'Hints are accepted only at https://…/hooks/publish. Until then, edits wait for the pipeline’s sweep'
          : 'Until functions have the pipeline’s address, edits wait for its sweep, up to a minute',
        next: `Write PUBLISH_WEBHOOK_URL=https://…/hooks/publish into functions/.env.${examined.project}, then: npx firebase deploy --only functions --project ${examined.project}`,
      }),
    ];
  }
  const health = await fetchText(new URL('/healthz', address), { method: 'GET' });
  if (typeof health !== 'string' && health.status === 403) return [notPublic(examined, address)];
  if (typeof health === 'string' || ![200, 503].includes(health.status)) {
    return [
      missing('webhook', {
        what: `The pipeline does not answer at ${new URL(address).origin}: ${typeof health === 'string' ? health : health.status}`,
        why: 'Hints of edits are lost; if it does not run, nothing is published',
        next: `gcloud run services describe frontage --project ${examined.project} --region ${examined.region}`,
      }),
    ];
  }
  const statusFindings = await examineStatusToken(examined, address, fetchText);
  const isExplained = statusFindings.some(({ check }) => check === 'pipeline.failure');
  const first = health.status === 503 && !isExplained ? [noRelease(examined)] : [];
  return [...first, ...(await examineSignature(examined, address)), ...statusFindings];
};

/** Cloud Run's response to unauthenticated callers; the pipeline never sends it. */
const notPublic = ({ project, region }: Examined, address: string): Finding =>
  missing('webhook', {
    what: `${new URL(address).origin} refuses all callers: 403`,
    why: 'Hints are signed and sent without an account. If a policy of your organization forbids “allUsers”, use --no-invoker-iam-check instead: docs/deploy.md',
    next: `gcloud run services add-iam-policy-binding frontage --member allUsers --role roles/run.invoker --region ${region} --project ${project}`,
  });

const noRelease = ({ project }: Examined): Finding =>
  advice('webhook.release', {
    what: 'The pipeline runs and has no release yet',
    why: 'It is creating the first one, or failing: see /status',
    next: `npx frontage status --project ${project}`,
  });

async function examineSignature(examined: Examined, address: string): Promise<Finding[]> {
  const check = 'webhook.signature';
  const secret = examined.setting('PUBLISH_WEBHOOK_SECRET') || (await readSecret(examined, 'PUBLISH_WEBHOOK_SECRET'));
  // The `secrets` check reports a missing secret.
  if (secret === null) return [];
  if (secret === secretAccessDenied) {
    return [
      unasked(check, {
        what: 'The webhook signature was not checked',
        why: 'These credentials may not read PUBLISH_WEBHOOK_SECRET',
        next: grantSecretAccessCommand('PUBLISH_WEBHOOK_SECRET', examined.project),
      }),
    ];
  }
  const at = new Date();
  const sign = () => signedRequest({ id: `doctor_${randomUUID()}`, at, payload: harmlessHint(at) }, secret);
  const request = valueOrNull(sign);
  if (request === null) {
    return [
      missing(check, {
        what: 'PUBLISH_WEBHOOK_SECRET is not a valid signing secret',
        why: 'The functions sign hints with it: whsec_ and base64 of 32 random bytes',
        next: newSecret(examined.project),
      }),
    ];
  }
  const answer = await fetchText(new URL(address), { method: 'POST', ...request });
  if (typeof answer !== 'string' && answer.status === 202) return [ok(check, 'The pipeline accepts signed hints')];
  const reply = typeof answer === 'string' ? answer : `${answer.status} ${answer.text.slice(0, 200)}`;
  return [
    missing(check, {
      what: `The pipeline refuses a signed hint: ${reply}`,
      why: 'It has another PUBLISH_WEBHOOK_SECRET than the functions, the address belongs to another program, or a clock is wrong',
      next: `gcloud run services update frontage --project ${examined.project} --region ${examined.region} --update-secrets PUBLISH_WEBHOOK_SECRET=PUBLISH_WEBHOOK_SECRET:latest`,
    }),
  ];
}

const newSecret = (project: string): string =>
  `printf 'whsec_%s' "$(openssl rand -base64 32)" | gcloud secrets versions add PUBLISH_WEBHOOK_SECRET --project ${project} --data-file -`;

function valueOrNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/** Returns status and body of the response, or the error message if there is no response. */
async function fetchText(address: URL, init: RequestInit): Promise<{ status: number; text: string } | string> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

const variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueSource: z.object({ secretKeyRef: z.object({ secret: z.string() }).optional() }).optional(),
});
const run = z.object({
  scaling: z.object({ minInstanceCount: z.number().default(0) }).optional(),
  template: z.object({
    serviceAccount: z.string().optional(),
    scaling: z.object({ minInstanceCount: z.number().default(0) }).optional(),
    containers: z.array(
      z.object({
        env: z.array(variable).default([]),
        resources: z.object({ cpuIdle: z.boolean().default(false) }).optional(),
      }),
    ),
  }),
});
type Service = z.output<typeof run>;

/**
 * Checks the settings of the Cloud Run service `frontage`, the name in docs/deploy.md.
 * @see https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.services
 */
export const service: Ask = async (examined) => {
  const address = `run.googleapis.com/v2/projects/${examined.project}/locations/${examined.region}/services/frontage`;
  const found = await examined.google.get(address, run);
  // The pipeline may run on another platform, whose settings cannot be read here.
  if (!found) return [];
  const results = [
    account(examined, found),
    settings(examined, found),
    alwaysOn(examined, found),
    token(examined, found),
  ];
  const findings = results.flatMap((finding) => finding ?? []);
  return findings.length > 0 ? findings : [ok('pipeline', 'The pipeline has the same settings on Cloud Run as here')];
};

const updateCommand = ({ project, region }: Examined, words: string): string =>
  `gcloud run services update frontage --project ${project} --region ${region} ${words}`;

function account(examined: Examined, { template }: Service): Finding | null {
  const wanted = `frontage@${examined.project}.iam.gserviceaccount.com`;
  const { serviceAccount: has = 'the default account' } = template;
  if (has === wanted) return null;
  return missing('pipeline.account', {
    what: `The pipeline runs as ${has}`,
    why: 'It has the rights of another account, which may be too few or too many',
    next: updateCommand(examined, `--service-account ${wanted}`),
  });
}

/** Settings that must be equal in the service and locally. */
const sharedSettings = ['PUBLIC_SITE_ORIGIN', 'PUBLIC_ADMIN_ORIGIN', 'PUBLIC_EMBED_ORIGIN'] as const;

const environmentOf = ({ template }: Service): z.output<typeof variable>[] =>
  template.containers.flatMap(({ env }) => env);

function settings(examined: Examined, found: Service): Finding | null {
  const deployed = new Map(environmentOf(found).map(({ name, value }) => [name, value]));
  const wanted: [string, string | undefined][] = [
    ...sharedSettings.map((name): [string, string | undefined] => [name, examined.setting(name)]),
    ['FRONTAGE_STATE', examined.state],
  ];
  const differing = wanted.filter(
    ([name, value]) => value !== undefined && deployed.get(name) !== undefined && deployed.get(name) !== value,
  );
  if (differing.length === 0) return null;
  const words = differing.map(
    ([name, value]) => `${name} is ${deployed.get(name) ?? ''} there and ${value ?? ''} here`,
  );
  return missing('pipeline.settings', {
    what: words.join('; '),
    why: 'Cloud Run and local settings differ. Fix the wrong one; this command applies local values to Cloud Run',
    next: updateCommand(
      examined,
      `--update-env-vars ${differing.map(([name, value]) => `${name}=${value ?? ''}`).join(',')}`,
    ),
  });
}

function alwaysOn(examined: Examined, { scaling, template }: Service): Finding | null {
  const isThrottled = template.containers.some(({ resources }) => resources?.cpuIdle === true);
  const least = Math.max(scaling?.minInstanceCount ?? 0, template.scaling?.minInstanceCount ?? 0);
  if (!isThrottled && least > 0) return null;
  return missing('pipeline.awake', {
    what: isThrottled
      ? 'The pipeline gets processor time only while it answers requests'
      : 'Cloud Run stops the pipeline between requests: its minimum number of instances is 0',
    why: 'It publishes after answering the webhook and sweeps once a minute',
    next: updateCommand(examined, '--min-instances 1 --no-cpu-throttling'),
  });
}

function token(examined: Examined, found: Service): Finding | null {
  if (environmentOf(found).some(({ name }) => name === 'STATUS_TOKEN')) return null;
  return advice('pipeline.status', {
    what: 'The pipeline has no STATUS_TOKEN',
    why: 'Its status details and /metrics cannot be read',
    next: updateCommand(examined, '--update-secrets STATUS_TOKEN=STATUS_TOKEN:latest'),
  });
}

type FetchText = (address: URL, init: RequestInit) => Promise<{ status: number; text: string } | string>;

/** Checks whether the pipeline accepts STATUS_TOKEN; if so, adds the findings of its status. */
async function examineStatusToken(examined: Examined, address: string, ask: FetchText): Promise<Finding[]> {
  const check = 'webhook.status';
  const token = examined.setting('STATUS_TOKEN') || (await readSecret(examined, 'STATUS_TOKEN'));
  // The `secrets` check reports a missing secret.
  if (token === null) return [];
  if (token === secretAccessDenied) {
    return [
      unasked(check, {
        what: 'STATUS_TOKEN was not checked',
        why: 'STATUS_TOKEN may not be read with these credentials',
        next: grantSecretAccessCommand('STATUS_TOKEN', examined.project),
      }),
    ];
  }
  if (/\s/.test(token)) {
    return [
      advice(check, {
        what: 'STATUS_TOKEN contains a space or line break',
        why: 'It cannot be sent in a header, so /metrics and the details of /status cannot be read',
        next: `openssl rand -hex 32 | tr -d '\\n' | gcloud secrets versions add STATUS_TOKEN --project ${examined.project} --data-file -`,
      }),
    ];
  }
  const headers = { authorization: `Bearer ${token}` };
  const answer = await ask(new URL('/metrics', address), { headers });
  if (typeof answer !== 'string' && answer.status === 200) {
    const status = await ask(new URL('/status', address), { headers });
    const statusFindings = typeof status === 'string' ? [] : examineStatus(examined, status.text);
    return [ok(check, 'STATUS_TOKEN works'), ...statusFindings];
  }
  return [
    advice(check, {
      what: `The pipeline refuses STATUS_TOKEN: ${typeof answer === 'string' ? answer : answer.status}`,
      why: 'It was started with another one, or none: monitoring gets no data',
      next: `gcloud run services update frontage --project ${examined.project} --region ${examined.region} --update-secrets STATUS_TOKEN=STATUS_TOKEN:latest`,
    }),
  ];
}
