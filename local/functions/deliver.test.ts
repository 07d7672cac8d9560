import { describe, expect, it } from 'vitest';
import { startDeliveries } from './deliver.ts';
import { RETRY, failing, manyOf, sourceOf, start, target } from './deliver.fixture.ts';

describe('startDeliveries', () => {
  it('calls every function and acknowledges the event', async () => {
    const reached: string[] = [];
    const source = sourceOf([['1', [target('a', () => reached.push('a')), target('b', () => reached.push('b'))]]]);
    const { deliveries } = start(source);
    await deliveries.idle();
    expect([reached.sort(), source.unfinished()]).toEqual([['a', 'b'], []]);
  });

  it('acknowledges events without a function', async () => {
    const source = sourceOf([['1', []]]);
    await start(source).deliveries.idle();
    expect(source.unfinished()).toEqual([]);
  });

  it('retries only a failing function until it succeeds', async () => {
    const [flaky, steady] = [failing(2), failing(0)];
    const source = sourceOf([['1', [target('flaky', flaky.run), target('steady', steady.run)]]]);
    const { deliveries, letters } = start(source);
    await deliveries.idle();
    expect([flaky.calls(), steady.calls(), letters, source.unfinished()]).toEqual([3, 1, [], []]);
  });

  it('gives up after the last attempt, logs it, and writes a dead letter', async () => {
    const hopeless = failing(Infinity);
    const source = sourceOf([['1', [target('hopeless', hopeless.run)]]]);
    const { deliveries, letters, logged } = start(source);
    await deliveries.idle();
    expect([hopeless.calls(), source.unfinished()]).toEqual([RETRY.attempts, []]);
    expect(letters).toMatchObject([{ function: 'hopeless', event: '1', attempts: RETRY.attempts }]);
    expect(logged.at(-1)).toMatchObject({ level: 'error', message: expect.stringContaining('giving up') as string });
  });

  it.each([
    ['a rejection', () => Promise.reject(new Error('rejected'))],
    [
      'a thrown text',
      () => {
        throw 'text' as unknown;
      },
    ],
    ['a call that never ends', () => new Promise(() => undefined)],
  ])('counts %s as a failure', async (_kind, run) => {
    const source = sourceOf([['1', [target('bad', run, 5)]]]);
    const { deliveries, letters } = start(source);
    await deliveries.idle();
    expect(letters).toHaveLength(1);
  });

  it('is not blocked by events that wait for a retry', async () => {
    let done = 0;
    const hopeless = failing(Infinity).run;
    const mixed = (n: number) => target('mixed', n < 200 ? hopeless : () => (done += 1));
    const source = sourceOf(Array.from({ length: 300 }, (_, n) => [String(n), [mixed(n)]]));
    const { deliveries } = start(source, { retry: { attempts: 2, firstMs: 60_000, longestMs: 60_000 } });
    await expect.poll(() => done, { timeout: 5_000 }).toBe(100);
    await deliveries.stop();
    expect(source.unfinished()[0]).toBe('0');
  });

  it('keeps unfinished events when it stops', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const slow = (fails: boolean) => async () => {
      begun.resolve();
      await end.promise;
      if (fails) throw new Error('too late');
    };
    const source = sourceOf([
      ['1', [target('f', slow(false))]],
      ['2', [target('f', slow(true))]],
    ]);
    const { deliveries, letters } = start(source);
    await begun.promise;
    const stopped = deliveries.stop();
    end.resolve();
    await stopped;
    expect([source.unfinished(), letters]).toEqual([['2'], []]);
  });

  it('starts no call after it stops', async () => {
    let begun = 0;
    const end = Promise.withResolvers<void>();
    const held = () => ((begun += 1), end.promise);
    const { deliveries } = start(sourceOf(manyOf(50, [target('held', held, 60_000)])));
    await expect.poll(() => begun).toBe(32);
    const stopped = deliveries.stop();
    end.resolve();
    await stopped;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(begun).toBe(32);
  });

  it('is idle without sources', async () => {
    const deliveries = startDeliveries({ sources: [], log: () => undefined, onDeadLetter: () => undefined });
    await deliveries.idle();
  });

  it('delivers events that are added later', async () => {
    const source = sourceOf([]);
    const { deliveries } = start(source);
    await deliveries.idle();
    source.add('late', []);
    deliveries.wake();
    await deliveries.idle();
    expect(source.unfinished()).toEqual([]);
  });

  it('runs functions independently and resumes each at its position after a restart', async () => {
    const released = Promise.withResolvers<void>();
    const calls = { slow: 0, quick: 0 };
    const slow = () => released.promise.then(() => (calls.slow += 1));
    const source = sourceOf(manyOf(2_000, [target('slow', slow, 60_000), target('quick', () => (calls.quick += 1))]));
    const { deliveries } = start(source);
    await expect.poll(() => calls.quick, { timeout: 5_000 }).toBe(2_000);
    // The capacity of `slow` is used up, so further events are not in memory.
    expect(source.checked('slow')).toBeLessThan(400);
    const stopped = deliveries.stop();
    released.resolve();
    await stopped;
    expect([calls, source.unfinished()[0]]).toEqual([{ slow: 32, quick: 2_000 }, '32']);
    await start(source).deliveries.idle();
    expect([calls, source.unfinished()]).toEqual([{ slow: 2_000, quick: 2_000 }, []]);
  });

  it('limits concurrent calls of a function to its concurrency', async () => {
    let running = 0;
    let most = 0;
    const run = async (): Promise<void> => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    };
    const source = sourceOf(manyOf(300, [target('busy', run)]));
    await start(source).deliveries.idle();
    expect([most, source.unfinished()]).toEqual([32, []]);
  });

  it('logs that hosted Firebase would not retry a function', async () => {
    const source = sourceOf([['1', [{ ...target('once', failing(1).run), retry: false }]]]);
    const { deliveries, logged } = start(source);
    await deliveries.idle();
    expect(logged[0]?.message).toContain('retry: true');
  });
});
