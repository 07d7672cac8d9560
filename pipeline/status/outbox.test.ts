import { describe, expect, it } from 'vitest';
import { Outbox } from './outbox.ts';
import type { Notice, ReleaseStore } from '../site/store.ts';

const notice = (path: string, text: string): Notice => ({ path, data: { text } });

/** A store in memory for notices. */
function memoryStore(): Pick<ReleaseStore, 'notices' | 'delivered'> & { put(notice: Notice): void } {
  const kept = new Map<string, Notice>();
  return {
    put: (one) => kept.set(one.path, one),
    notices: () => [...kept.values()],
    delivered: (sent) => {
      for (const one of sent) if (kept.get(one.path) === one) kept.delete(one.path);
    },
  };
}

/** A sink that rejects the first `failures` deliveries. */
function sink(failures = 0) {
  const sent: Notice[] = [];
  let left = failures;
  return {
    sent,
    deliver: (notices: readonly Notice[]) => {
      if (left-- > 0) return Promise.reject(new Error('out of reach'));
      sent.push(...notices);
      return Promise.resolve();
    },
  };
}

const quiet = { onDelay: () => undefined, onQuarantine: () => undefined };

describe('Outbox', () => {
  it('delivers stored notices once each', async () => {
    const [store, target] = [memoryStore(), sink()];
    const outbox = new Outbox({ store, sink: target, ...quiet });
    store.put(notice('a', '1'));
    outbox.wake();
    outbox.wake();
    await outbox.close();
    expect(target.sent).toEqual([notice('a', '1')]);
    expect(store.notices()).toEqual([]);
  });

  it('retries until a notice arrives, and reports the delay once', async () => {
    const [store, target] = [memoryStore(), sink(1)];
    const delays: unknown[] = [];
    const outbox = new Outbox({ store, sink: target, ...quiet, onDelay: (error) => delays.push(error) });
    store.put(notice('a', '1'));
    outbox.wake();
    await expect.poll(() => target.sent, { timeout: 5_000 }).toHaveLength(1);
    expect(delays).toHaveLength(1);
    await outbox.close();
  });

  it('keeps undelivered notices for the next start', async () => {
    const [store, target] = [memoryStore(), sink(Infinity)];
    const outbox = new Outbox({ store, sink: target, ...quiet });
    store.put(notice('a', '1'));
    outbox.wake();
    await outbox.close();
    expect(store.notices()).toHaveLength(1);
  });

  it('replaces progress notices by final ones', async () => {
    const [store, target] = [memoryStore(), sink()];
    const outbox = new Outbox({ store, sink: target, ...quiet });
    store.put(notice('current', 'idle'));
    outbox.tell(notice('current', 'building'));
    await outbox.close();
    expect(target.sent).toEqual([notice('current', 'idle')]);
  });

  it.each([
    ['first', 0],
    ['in between', 150],
    ['last', 299],
  ])('quarantines a refused notice and delivers the others: %s', async (_, place) => {
    const [store, target] = [memoryStore(), sink()];
    const refused: Notice = notice(`n${String(place)}`, 'too long');
    const deliver = (notices: readonly Notice[]) =>
      notices.some(({ path }) => path === refused.path)
        ? Promise.reject(new Error('refused'))
        : target.deliver(notices);
    const quarantined: unknown[] = [];
    const outbox = new Outbox({
      store,
      sink: { deliver },
      ...quiet,
      onQuarantine: (problem) => quarantined.push(problem),
    });
    for (let index = 0; index < 300; index += 1)
      store.put(index === place ? refused : notice(`n${String(index)}`, '1'));
    outbox.wake();
    await expect.poll(() => target.sent.length).toBe(299);
    expect(outbox.problems()).toMatchObject([
      { document: refused.path, message: expect.stringContaining('refused') as string },
    ]);
    expect(quarantined).toHaveLength(1);
    expect(store.notices()).toEqual([refused]);

    // Later notices are delivered while the refused one stays quarantined.
    store.put(notice('other', '1'));
    outbox.wake();
    await expect.poll(() => target.sent.at(-1)?.path).toBe('other');
    await outbox.close();
  });

  it.each([1, 2, 3])('quarantines no notice when the sink recovers after %i tries', async (tries) => {
    const [store, target] = [memoryStore(), sink(tries)];
    const outbox = new Outbox({ store, sink: target, ...quiet });
    for (const path of ['a', 'b', 'c', 'd']) store.put(notice(path, '1'));
    outbox.wake();
    await expect.poll(() => target.sent.map(({ path }) => path).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(outbox.problems()).toEqual([]);
    await outbox.close();
  });

  it('quarantines no notice while the sink rejects everything', async () => {
    const [store, target] = [memoryStore(), sink(Infinity)];
    const delays: unknown[] = [];
    const outbox = new Outbox({ store, sink: target, ...quiet, onDelay: (error) => delays.push(error) });
    for (let index = 0; index < 300; index += 1) store.put(notice(`n${String(index)}`, '1'));
    outbox.wake();
    await expect.poll(() => delays).not.toEqual([]);
    expect(outbox.problems()).toEqual([]);
    await outbox.close();
  });
});
