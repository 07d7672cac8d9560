import { advice, ok, unasked, type Finding } from '../finding.ts';
import type { Examined } from './examined.ts';
import { grantSecretAccessCommand, secretAccessDenied, readSecret } from './read-secret.ts';
import { examineStatus } from './status.ts';

type Ask = (address: URL, init: RequestInit) => Promise<{ status: number; text: string } | string>;

/** Checks whether the pipeline accepts STATUS_TOKEN; if so, adds the findings of its status. */
export async function examineStatusToken(examined: Examined, address: string, ask: Ask): Promise<Finding[]> {
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
