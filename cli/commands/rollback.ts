import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Outcome } from '@frontage/pipeline/pipeline';
import { Webhook } from 'standardwebhooks';
import { addressesOf } from '../configuration.ts';
import type { Failure } from '../failure.ts';
import { findRunning, loadSecrets, type Running } from '../instance.ts';
import { presentOutcome } from '../present-outcome.ts';
import type { Run } from '../run.ts';
import { withPipeline } from '../store.ts';

/** `rollback ID` and `unpin`: asked of the running instance, or done on the data folder where none runs. */
export const run: Run = async (flags, presenter) => {
  const id = flags.operands[0];
  const running = findRunning(resolve(flags.data));
  const outcome = running
    ? await order(running, id === undefined ? { hook: 'unpin', body: {} } : { hook: 'rollback', body: { id } })
    : await withPipeline({ flags, presenter, firebase: null }, (pipeline) =>
        id === undefined ? pipeline.unpin() : pipeline.rollback(id),
      );
  if ('what' in outcome) return outcome;
  presentOutcome(outcome, presenter);
  return 0;

  async function order(instance: Running, { hook, body }: { hook: string; body: object }): Promise<Outcome | Failure> {
    const payload = JSON.stringify(body);
    const messageId = randomUUID();
    const now = new Date();
    const secret = loadSecrets(resolve(flags.data)).PUBLISH_WEBHOOK_SECRET;
    const { pipeline } = addressesOf(instance.ports, instance.host);
    const response = await fetch(`${pipeline}/hooks/${hook}`, {
      method: 'POST',
      body: payload,
      headers: {
        'webhook-id': messageId,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign(messageId, now, payload),
      },
    });
    const answer = (await response.json()) as Outcome | { error: string };
    if ('error' in answer) return { what: answer.error, next: 'See the releases kept: npx frontage releases' };
    return answer;
  }
};
