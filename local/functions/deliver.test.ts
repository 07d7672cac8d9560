import { describe, expect, it } from 'vitest';
import { startDeliveries } from './deliver.ts';
import { RETRY, failing, manyOf, sourceOf, start, target } from './deliver.fixture.ts';

describe('deliveries', () => {
  it('reach every function and acknowledge the event', async () => {
    const reached: string[] = [];
    const source = sourceOf([['1', [target('a', () => reached.push('a')), target('b', () => reached.push('b'))]]]);
    const { deliveries } = start(source);
    await deliveries.idle();
    expect([reached.sort(), source.left()]).toEqual([['a', 'b'], []]);
  });

  it('acknowledge events without a function', async () => {
    const source = sourceOf([['1', []]]);
    await start(source).deliveries.idle();
    expect(source.left()).toEqual([]);
  });

  it('retry only a failing function until it succeeds', async () => {
    const [flaky, steady] = [failing(2), failing(0)];
    const source = sourceOf([['1', [target('flaky', flaky.run), target('steady', steady.run)]]]);
    const { deliveries, letters } = start(source);
    await deliveries.idle();
    expect([flaky.calls(), steady.calls(), letters, source.left()]).toEqual([3, 1, [], []]);
  });

  it('give up after the last attempt, log it, and write a dead letter', async () => {
    const hopeless = failing(Infinity);
    const source = sourceOf([['1', [target('hopeless', hopeless.run)]]]);
    const { deliveries, letters, logged } = start(source);
    await deliveries.idle();
    expect([hopeless.calls(), source.left()]).toEqual([RETRY.attempts, []]);
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
  ])('count %s as a failure', async (_kind, run) => {
    const source = sourceOf([['1', [target('bad', run, 5)]]]);
    const { deliveries, letters } = start(source);
    await deliveries.idle();
    expect(letters).toHaveLength(1);
  });

  it('are not blocked by events that wait for a retry', async () => {
    let done = 0;
    const hopeless = failing(Infinity).run;
    const mixed = (n: number) => target('mixed', n < 200 ? hopeless : () => (done += 1));
    const source = sourceOf(Array.from({ length: 300 }, (_, n) => [String(n), [mixed(n)]]));
    const { deliveries } = start(source, { retry: { attempts: 2, firstMs: 60_000, longestMs: 60_000 } });
    await expect.poll(() => done, { timeout: 5_000 }).toBe(100);
    await deliveries.stop();
    expect(source.left()[0]).toBe('0');
  });

  it('keep unfinished events when they stop', async () => {
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
    expect([source.left(), letters]).toEqual([['2'], []]);
  });

  it('start no call after they stop', async () => {
    let begun = 0;
    const slow = () => new Promise((resolve) => setTimeout(resolve, 50, (begun += 1)));
    const { deliveries } = start(sourceOf(manyOf(50, [target('slow', slow)])));
    await expect.poll(() => begun).toBe(32);
    await deliveries.stop();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(begun).toBe(32);
  });

  it('are idle without sources', async () => {
    const deliveries = startDeliveries({ sources: [], log: () => undefined, onDeadLetter: () => undefined });
    await deliveries.idle();
  });

  it('deliver events that are added later', async () => {
    const source = sourceOf([]);
    const { deliveries } = start(source);
    await deliveries.idle();
    source.add('late', []);
    deliveries.wake();
    await deliveries.idle();
    expect(source.left()).toEqual([]);
  });

  it('run functions independently and resume each at its position after a restart', async () => {
    const released = Promise.withResolvers<void>();
    const calls = { slow: 0, quick: 0 };
    const slow = () => released.promise.then(() => (calls.slow += 1));
    const source = sourceOf(manyOf(2_000, [target('slow', slow, 60_000), target('quick', () => (calls.quick += 1))]));
    const { deliveries } = start(source);
    await expect.poll(() => calls.quick, { timeout: 5_000 }).toBe(2_000);
    // Its capacity is used up, so further events are not in memory.
    expect(source.offered('slow')).toBeLessThan(400);
    const stopped = deliveries.stop();
    released.resolve();
    await stopped;
    expect([calls, source.left()[0]]).toEqual([{ slow: 32, quick: 2_000 }, '32']);
    await start(source).deliveries.idle();
    expect([calls, source.left()]).toEqual([{ slow: 2_000, quick: 2_000 }, []]);
  });

  it('run at most as many calls of a function as its concurrency', async () => {
    let running = 0;
    let most = 0;
    const run = async (): Promise<void> => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    };
    const source = sourceOf(manyOf(300, [target('busy', run)]));
    await start(source).deliveries.idle();
    expect([most, source.left()]).toEqual([32, []]);
  });

  it('report differences from hosted Firebase', async () => {
    const source = sourceOf([['1', [{ ...target('once', failing(1).run), retry: false }]]]);
    const { deliveries, logged } = start(source);
    await deliveries.idle();
    expect(logged[0]?.message).toContain('retry: true');
  });
});
