import { setImmediate as othersDone } from 'node:timers/promises';
import type { Answers } from '../plan/answers.ts';
import type { Receipt } from '../plan/plan.ts';

// Milliseconds between pauses. Bounds the delay of publishes and requests that arrive meanwhile.
const sliceMs = 8;

/** Answers all queries recorded in the receipts, with pauses for other work, until `isWanted` returns false. */
export async function rehashRecordedQueries(
  receipts: Iterable<Pick<Receipt, 'reads'>>,
  { answers, isWanted }: { answers: Pick<Answers, 'hash'>; isWanted: () => boolean },
): Promise<void> {
  let since = performance.now();
  for (const { reads } of receipts) {
    if (performance.now() - since > sliceMs) {
      await othersDone();
      since = performance.now();
    }
    if (!isWanted()) return;
    for (const key of reads.keys()) answers.hash(key);
  }
}
