import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogEvent } from '@frontage/firestore-server/log';
import { startDeliveries } from './deliver.ts';
import type { DeadLetter, DeliveryOptions, EventSource, Target } from './deliver.ts';

const RETRY = { attempts: 4, firstMs: 1, longestMs: 4 };

/** A queue in memory with the given events, each for the given functions. */
function queueOf(events: Map<string, Target[]>): EventSource & { left(): string[] } {
  return {
    name: 'memory',
    pending: (limit) => [...events].slice(0, limit).map(([id, targets]) => ({ id, title: `event ${id}`, targets })),
    ack: (id) => void events.delete(id),
    left: () => [...events.keys()],
  };
}

const target = (name: string, run: () => unknown, timeoutMs = 1_000): Target => ({ name, timeoutMs, retry: true, run });

function start(source: EventSource, options: Partial<DeliveryOptions> = {}) {
  const logged: LogEvent[] = [];
  const letters: DeadLetter[] = [];
  const deliveries = startDeliveries({
    sources: [source],
    log: (event) => logged.push(event),
    onDeadLetter: (letter) => letters.push(letter),
    retry: RETRY,
    ...options,
  });
  return { deliveries, logged, letters };
}

const failing = (times: number) => {
  let calls = 0;
  const run = (): void => {
    calls += 1;
    if (calls <= times) throw new Error(`failure ${calls}`);
  };
  return { run, calls: () => calls };
};

describe('deliveries', () => {
  it('reach every function and acknowledge the event', async () => {
    const reached: string[] = [];
    const source = queueOf(
      new Map([['1', [target('a', () => reached.push('a')), target('b', () => reached.push('b'))]]]),
    );
    const { deliveries } = start(source);
    await deliveries.idle();
    expect([reached.sort(), source.left()]).toEqual([['a', 'b'], []]);
  });

  it('acknowledge events no function listens to', async () => {
    const source = queueOf(new Map([['1', []]]));
    await start(source).deliveries.idle();
    expect(source.left()).toEqual([]);
  });

  it('call a failing function again until it succeeds, and no other', async () => {
    const [flaky, steady] = [failing(2), failing(0)];
    const source = queueOf(new Map([['1', [target('flaky', flaky.run), target('steady', steady.run)]]]));
    const { deliveries, letters } = start(source);
    await deliveries.idle();
    expect([flaky.calls(), steady.calls(), letters, source.left()]).toEqual([3, 1, [], []]);
  });

  it('give up after the last attempt, say so, and keep the letter', async () => {
    const hopeless = failing(Infinity);
    const source = queueOf(new Map([['1', [target('hopeless', hopeless.run)]]]));
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
    ['an answer that never comes', () => new Promise(() => undefined)],
  ])('count %s as a failure', async (_kind, run) => {
    const source = queueOf(new Map([['1', [target('bad', run, 5)]]]));
    const { deliveries, letters } = start(source);
    await deliveries.idle();
    expect(letters).toHaveLength(1);
  });

  it('are not held up by events that wait for another attempt', async () => {
    const reached = new Set<string>();
    const stuck = Array.from(
      { length: 200 },
      (_, n) => [`stuck ${n}`, [target('stuck', failing(Infinity).run)]] as [string, Target[]],
    );
    const source = queueOf(new Map([...stuck, ['good', [target('good', () => reached.add('good'))]]]));
    const { deliveries } = start(source, { retry: { attempts: 2, firstMs: 60_000, longestMs: 60_000 } });
    await expect.poll(() => reached.size, { timeout: 5_000 }).toBe(1);
    await deliveries.stop();
    expect(source.left()).toHaveLength(200);
  });

  it('leave what was not finished when they stop', async () => {
    const source = queueOf(new Map([['1', [target('slow', () => new Promise((resolve) => setTimeout(resolve, 50)))]]]));
    const { deliveries } = start(source);
    await new Promise((resolve) => setTimeout(resolve, 10));
    await deliveries.stop();
    expect(source.left()).toEqual(['1']);
  });

  it('begin nothing more when they stop', async () => {
    let begun = 0;
    const slow = () => new Promise((resolve) => setTimeout(resolve, 50, (begun += 1)));
    const source = queueOf(
      new Map(Array.from({ length: 50 }, (_, n) => [`slow ${n}`, [target('slow', slow)]] as [string, Target[]])),
    );
    const { deliveries } = start(source);
    await expect.poll(() => begun).toBe(32);
    await deliveries.stop();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(begun).toBe(32);
  });

  it('are idle where there is no queue', async () => {
    const deliveries = startDeliveries({ sources: [], log: () => undefined, onDeadLetter: () => undefined });
    await deliveries.idle();
  });

  it('take up events added later', async () => {
    const events = new Map<string, Target[]>();
    const { deliveries } = start(queueOf(events));
    await deliveries.idle();
    events.set('late', []);
    deliveries.wake();
    await deliveries.idle();
    expect(events.size).toBe(0);
  });

  it('let no function wait for the turn of another', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let quick = 0;
    const both = () => [target('slow', () => released, 60_000), target('quick', () => (quick += 1))];
    const { deliveries } = start(queueOf(new Map(Array.from({ length: 60 }, (_, n) => [String(n), both()]))));
    await expect.poll(() => quick, { timeout: 5_000 }).toBe(60);
    release();
    await deliveries.idle();
  });

  it('run no more than 32 functions at a time', async () => {
    let running = 0;
    let most = 0;
    const run = async (): Promise<void> => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    };
    const source = queueOf(new Map(Array.from({ length: 300 }, (_, n) => [String(n), [target('busy', run)]])));
    await start(source).deliveries.idle();
    expect([most, source.left()]).toEqual([32, []]);
  });

  it('say what hosted Firebase would not do', async () => {
    const source = queueOf(new Map([['1', [{ ...target('once', failing(1).run), retry: false }]]]));
    const { deliveries, logged } = start(source);
    await deliveries.idle();
    expect(logged[0]?.message).toContain('retry: true');
  });
});

describe('disturbed deliveries', () => {
  async function orderOf(seed: number): Promise<string[]> {
    const order: string[] = [];
    const source = queueOf(
      new Map(Array.from({ length: 8 }, (_, n) => [String(n), [target('f', () => order.push(String(n)))]])),
    );
    await start(source, { disorder: { seed } }).deliveries.idle();
    return order;
  }

  it('reach each function twice, out of order', async () => {
    const order = await orderOf(3);
    expect(order.toSorted()).toEqual([...'0011223344556677']);
    expect(order).not.toEqual(order.toSorted());
  });

  it('lose nothing, whatever the seed and the failures', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }), async (seed, failures) => {
        const flaky = failures.map((times) => failing(times));
        const source = queueOf(new Map(flaky.map(({ run }, n) => [String(n), [target('f', run)]])));
        const { deliveries, letters } = start(source, { disorder: { seed } });
        await deliveries.idle();
        expect([letters, source.left()]).toEqual([[], []]);
        flaky.forEach(({ calls }, n) => expect(calls()).toBeGreaterThan(failures[n]!));
      }),
      { numRuns: 10 },
    );
  });
});
