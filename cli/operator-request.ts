import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { addressesOf } from './configuration.ts';
import type { Failure } from './failure.ts';
import { loadSecrets, type Running } from './instance.ts';

/** Sends an operator command to the running instance of a data folder; returns its result or the reason for failure. */
export async function sendCommand<Answer extends object>(
  { pid, ports, host }: Running,
  dataDir: string,
  { hook, body }: { hook: string; body: object },
): Promise<Answer | Failure> {
  const payload = JSON.stringify(body);
  const id = randomUUID();
  const now = new Date();
  const { pipeline } = addressesOf(ports, host);
  const request = {
    method: 'POST',
    body: payload,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(loadSecrets(dataDir).PUBLISH_WEBHOOK_SECRET).sign(id, now, payload),
    },
  };
  const answer = await fetch(`${pipeline}/hooks/${hook}`, request).then(
    async (response) => (await response.json()) as Answer | { error: string; next?: string },
    () => null,
  );
  if (answer === null) {
    const what = `The instance that runs on this folder (process ${pid}) does not answer at ${pipeline}`;
    return { what, next: 'It may be starting or stopping: retry in a moment, or stop it and run the command again' };
  }
  return 'error' in answer ? { what: answer.error, next: answer.next ?? 'See: npx frontage status' } : answer;
}
