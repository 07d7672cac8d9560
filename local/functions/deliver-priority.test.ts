import { describe, expect, it } from 'vitest';
import { sourceOf, start, target } from './deliver.fixture.ts';

const never = 60_000;
const isPriority = (name: string): boolean => name === 'hint';

/** Events that both functions receive; the test ends the calls of `hint`. */
function open(count: number, times: { idleMs: number; maxWaitMs: number; isBusy?: () => boolean }) {
  const began: string[] = [];
  const hints: PromiseWithResolvers<void>[] = [];
  const functions = [
    { ...target('upkeep', () => began.push('upkeep')), concurrency: 2 },
    target('hint', () => {
      began.push('hint');
      const ended = Promise.withResolvers<void>();
      hints.push(ended);
      return ended.promise;
    }),
  ];
  const source = sourceOf(Array.from({ length: count }, (_, n) => [String(n), functions]));
  const { deliveries } = start(source, { priority: { isPriority, ...times } });
  const endHints = (): void => hints.splice(0).forEach(({ resolve }) => resolve());
  return { began, hints, endHints, source, deliveries };
}

describe('a priority function', () => {
  it('is called before the others, which start after an idle time', async () => {
    const { began, hints, endHints, deliveries, source } = open(3, { idleMs: 1, maxWaitMs: never });
    await expect.poll(() => hints.length).toBe(3);
    expect(began).toEqual(['hint', 'hint', 'hint']);
    endHints();
    await deliveries.idle();
    expect(began.slice(3)).toEqual(['upkeep', 'upkeep', 'upkeep']);
    expect(source.unfinished()).toEqual([]);
  });

  it('delays the others until the work that it started is done', async () => {
    let isBusy = true;
    const { began, hints, endHints, deliveries } = open(2, { idleMs: 1, maxWaitMs: never, isBusy: () => isBusy });
    await expect.poll(() => hints.length).toBe(2);
    endHints();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(began).toEqual(['hint', 'hint']);
    isBusy = false;
    await deliveries.idle();
    expect(began.slice(2)).toEqual(['upkeep', 'upkeep']);
  });

  it('does not block the others permanently', async () => {
    const { began, endHints, deliveries } = open(5, { idleMs: never, maxWaitMs: 1 });
    await expect.poll(() => began.filter((name) => name === 'upkeep').length).toBe(5);
    endHints();
    await deliveries.idle();
    await deliveries.stop();
  });

  it('starts the others one by one and raises their concurrency while it stays idle', async () => {
    let atOnce = 0;
    const most: number[] = [];
    const ended = async (): Promise<void> => {
      most.push((atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 2));
      atOnce -= 1;
    };
    const functions = [{ ...target('upkeep', ended), concurrency: 100 }, target('hint', () => undefined)];
    const source = sourceOf(Array.from({ length: 100 }, (_, n) => [String(n), functions]));
    const { deliveries } = start(source, { priority: { isPriority, idleMs: 1, maxWaitMs: never } });
    await deliveries.idle();
    expect(most.slice(0, 3)).toEqual([1, 1, 2]);
    expect(Math.max(...most)).toBeGreaterThan(20);
  });

  it('leaves unfinished events of other functions for the next start', async () => {
    const { began, hints, endHints, deliveries, source } = open(3, { idleMs: never, maxWaitMs: never });
    await expect.poll(() => hints.length).toBe(3);
    endHints();
    await deliveries.stop();
    expect([began.includes('upkeep'), source.unfinished()]).toEqual([false, ['0', '1', '2']]);
    const next = start(source);
    await next.deliveries.idle();
    expect(began.filter((name) => name === 'upkeep')).toHaveLength(3);
  });
});
