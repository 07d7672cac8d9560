import { advice, ok, unasked, type Finding } from '../finding.ts';
import type { Examined } from './examined.ts';
import { letYouRead, notForUs, readSecret } from './read-secret.ts';
import { examineStatus } from './status.ts';

type Ask = (address: URL, init: RequestInit) => Promise<{ status: number; text: string } | string>;

/** Whether the pipeline tells its whole status for the token that operators have, and what it tells. */
export async function examineStatusToken(on: Examined, address: string, ask: Ask): Promise<Finding[]> {
  const check = 'webhook.status';
  const token = on.setting('STATUS_TOKEN') || (await readSecret(on, 'STATUS_TOKEN'));
  // That there is none is said of the secrets.
  if (token === null) return [];
  if (token === notForUs) {
    return [
      unasked(check, {
        what: 'Whether the pipeline tells its whole status was not asked',
        why: 'STATUS_TOKEN may not be read with these credentials',
        next: letYouRead('STATUS_TOKEN', on.project),
      }),
    ];
  }
  if (/\s/.test(token)) {
    return [
      advice(check, {
        what: 'STATUS_TOKEN holds a blank or the end of a line',
        why: 'No request can bring it: nobody reads /metrics or the whole /status',
        next: `openssl rand -hex 32 | tr -d '\\n' | gcloud secrets versions add STATUS_TOKEN --project ${on.project} --data-file -`,
      }),
    ];
  }
  const headers = { authorization: `Bearer ${token}` };
  const answer = await ask(new URL('/metrics', address), { headers });
  if (typeof answer !== 'string' && answer.status === 200) {
    const status = await ask(new URL('/status', address), { headers });
    const told = typeof status === 'string' ? [] : examineStatus(on, status.text);
    return [ok(check, 'The pipeline tells its whole status to whoever has STATUS_TOKEN'), ...told];
  }
  return [
    advice(check, {
      what: `The pipeline refuses STATUS_TOKEN: ${typeof answer === 'string' ? answer : answer.status}`,
      why: 'It was started with another one, or none: nothing that watches it gets anything',
      next: `gcloud run services update frontage --project ${on.project} --region ${on.region} --update-secrets STATUS_TOKEN=STATUS_TOKEN:latest`,
    }),
  ];
}
