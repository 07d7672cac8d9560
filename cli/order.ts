import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { addressesOf } from './configuration.ts';
import { loadSecrets, type Running } from './instance.ts';

/** Has the running instance of a data folder carry out an order; answers what came of it, or why nothing did. */
export async function order<Answer>(
  { ports, host }: Running,
  dataDir: string,
  { hook, body }: { hook: string; body: object },
): Promise<Answer | { error: string }> {
  const payload = JSON.stringify(body);
  const id = randomUUID();
  const now = new Date();
  const response = await fetch(`${addressesOf(ports, host).pipeline}/hooks/${hook}`, {
    method: 'POST',
    body: payload,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(loadSecrets(dataDir).PUBLISH_WEBHOOK_SECRET).sign(id, now, payload),
    },
  });
  return (await response.json()) as Answer | { error: string };
}
