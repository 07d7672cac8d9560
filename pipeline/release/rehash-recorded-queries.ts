import { setImmediate as othersDone } from 'node:timers/promises';
import type { Answers } from '../plan/answers.ts';
import type { Receipt } from '../plan/plan.ts';

// Bounds the delay of publishes and requests that arrive meanwhile.
const atOnce = 8;

/** Has everything answered that these pages have asked, with pauses for others, while it is wanted. */
export async function rehashRecordedQueries(
  receipts: Iterable<Pick<Receipt, 'reads'>>,
  { answers, isWanted }: { answers: Pick<Answers, 'hash'>; isWanted: () => boolean },
): Promise<void> {
  let since = performance.now();
  for (const { reads } of receipts) {
    if (performance.now() - since > atOnce) {
      await othersDone();
      since = performance.now();
    }
    if (!isWanted()) return;
    for (const key of reads.keys()) answers.hash(key);
  }
}
