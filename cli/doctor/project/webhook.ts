import { randomUUID } from 'node:crypto';
import { signedRequest } from '@frontage/functions/webhook/publish-request';
import type { PublishHint } from '@frontage/model/webhook';
import { advice, missing, ok, unasked, type Finding } from '../finding.ts';
import type { Check, Examined } from './examined.ts';
import { isHintAddress } from '../../hosted/origin.ts';
import { grantSecretAccessCommand, secretAccessDenied, readSecret } from './read-secret.ts';
import { examineStatusToken } from './status-token.ts';

const timeoutMs = 10_000;

/** A hint for a document that is no content: the pipeline accepts it and reads nothing. */
const harmlessHint = (at: Date): PublishHint => ({
  type: 'content.written',
  timestamp: at.toISOString(),
  data: { documents: ['system/doctor'] },
});

/** Checks whether the pipeline answers at the address to which functions send hints, and accepts their signature. */
export const webhook: Check = {
  name: 'webhook',
  examine: async (examined) => {
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
  },
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
