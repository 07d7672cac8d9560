import { randomUUID } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import * as logger from 'firebase-functions/logger';
import { takeAttempt } from '../attempts/take-attempt.ts';
import type { Budget } from '../attempts/window.ts';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { publishWebhookSecret, publishWebhookUrl } from '../params.ts';
import { scale } from '../scale.ts';
import { signedRequest } from '../webhook/signed-request.ts';

// Milliseconds. Unpinning may render the whole site: after this time it continues in the background.
const deadline = 50_000;

const unpinBudget = (uid: string): Budget => ({ key: `unpin|${uid}`, max: 10, windowMs: 15 * 60_000 });

/** Sends an unpin request to the pipeline. `isDone` is false if the pipeline has not finished before the deadline. */
export const unpinSite = defineCall(
  'unpinSite',
  async ({ caller, firestore, now }) => {
    const attempt = await takeAttempt(firestore, { budgets: [unpinBudget(caller.uid)], now });
    if (!attempt.allowed) return refuse('tooManyAttempts');
    const current = firestore.collection(collections.buildState).doc('current');
    const release: unknown = (await current.get()).get('pinned_to') ?? null;
    const status = await requestUnpin(now);
    if (status === 'unreachable') return refuse('pipelineUnreachable');
    if (status === 'refused') return refuse('pipelineRefused');
    await firestore.runTransaction((transaction) => {
      const entry = { actor: caller.uid, document: current.path, details: { release } };
      recordEntry(firestore, transaction, { action: 'unpinned', ...entry });
      return Promise.resolve();
    });
    return { isDone: status === 'done' };
  },
  { secrets: [publishWebhookSecret], ...scale.order },
);

async function requestUnpin(at: Date): Promise<'done' | 'started' | 'refused' | 'unreachable'> {
  const request = signedRequest({ id: randomUUID(), at, payload: {} }, publishWebhookSecret.value());
  try {
    const response = await fetch(new URL('/hooks/unpin', publishWebhookUrl.value()), {
      method: 'POST',
      ...request,
      signal: AbortSignal.timeout(deadline),
    });
    const answer = await response.text();
    if (response.ok) return 'done';
    logger.error(`The pipeline answered ${response.status} to the unpin request`, answer);
    return response.status === 409 ? 'refused' : 'unreachable';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return 'started';
    logger.error('The unpin request did not reach the pipeline', error);
    return 'unreachable';
  }
}
