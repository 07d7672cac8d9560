import { expect, it } from 'vitest';
import { batchWrites, type BatchProcessor } from './batch-writes.ts';

/** A processor whose steps end on demand. */
function manualProcessor(fails: Partial<Record<keyof BatchProcessor, boolean>> = {}) {
  const seen: string[] = [];
  const released = Promise.withResolvers<void>();
  const outcome = (step: keyof BatchProcessor) => (fails[step] ? Promise.reject(new Error(step)) : Promise.resolve());
  const keep = batchWrites({
    async process(ids) {
      seen.push(`process ${[...ids].join(' ')}`);
      await released.promise;
      await outcome('process');
    },
    async start() {
      seen.push('start');
      await outcome('start');
      return () => Promise.resolve(void seen.push('end'));
    },
    abort: () => Promise.resolve(void seen.push('abort')),
  });
  return { keep, seen, finish: () => released.resolve() };
}

const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => String(from + n));

it('waits for the batch of each of a few writes', async () => {
  const { keep, seen, finish } = manualProcessor();
  const all = ['a', 'b', 'c', 'b'].map((id) => keep(id));
  finish();
  await Promise.all(all);
  expect(seen).toEqual(['process a', 'process b c']);
});

it('returns early for all but one of many writes and processes them in one batch', async () => {
  const { keep, seen, finish } = manualProcessor();
  const first = keep('first');
  const many = ids(0, 40).map((id) => keep(id));
  finish();
  await first;
  await Promise.all(many.slice(1));
  // Processing has not started: later calls return early too.
  await Promise.all(ids(40, 400).map((id) => keep(id)));
  expect(seen).toEqual(['process first', 'start']);
  await many[0];
  expect(seen).toEqual(['process first', 'start', `process ${ids(0, 440).join(' ')}`, 'end']);
});

it.each([
  // Ends when few calls are left, which are not batched.
  ['start', 24, ['start', 'abort', 'start', 'abort']],
  ['process', 1, ['start', `process ${ids(0, 40).join(' ')}`, 'abort']],
] as const)('fails the remaining call when %s fails', async (step, failed, then) => {
  const { keep, seen, finish } = manualProcessor({ [step]: true });
  finish();
  const first = keep('first').catch(() => undefined);
  const many = ids(0, 40).map((id) => keep(id));
  await first;
  const outcomes = await Promise.allSettled(many);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(failed);
  expect(seen.slice(1, 1 + then.length)).toEqual(then);
});
