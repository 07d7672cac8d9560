import { describe, expect, it } from 'vitest';
import { openOutbox } from './outbox.ts';
import type { Notice, ReleaseStore } from './store.ts';

const notice = (path: string, text: string): Notice => ({ path, data: { text } });

/** The part of a store that keeps notices. */
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

/** Takes notices; fails as often as it is told to. */
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

const quiet = { onDelay: () => undefined, onSetAside: () => undefined };

describe('the outbox', () => {
  it('delivers stored notices once each', async () => {
    const [store, there] = [memoryStore(), sink()];
    const outbox = openOutbox({ store, sink: there, ...quiet });
    store.put(notice('a', '1'));
    outbox.wake();
    outbox.wake();
    await outbox.close();
    expect(there.sent).toEqual([notice('a', '1')]);
    expect(store.notices()).toEqual([]);
  });

  it('tries again until it arrives, and says once that it is late', async () => {
    const [store, there] = [memoryStore(), sink(1)];
    const delays: unknown[] = [];
    const outbox = openOutbox({ store, sink: there, ...quiet, onDelay: (error) => delays.push(error) });
    store.put(notice('a', '1'));
    outbox.wake();
    await expect.poll(() => there.sent, { timeout: 5_000 }).toHaveLength(1);
    expect(delays).toHaveLength(1);
    await outbox.close();
  });

  it('keeps undelivered notices for the next start', async () => {
    const [store, there] = [memoryStore(), sink(Infinity)];
    const outbox = openOutbox({ store, sink: there, ...quiet });
    store.put(notice('a', '1'));
    outbox.wake();
    await outbox.close();
    expect(store.notices()).toHaveLength(1);
  });

  it('replaces progress notices by final ones', async () => {
    const [store, there] = [memoryStore(), sink()];
    const outbox = openOutbox({ store, sink: there, ...quiet });
    store.put(notice('current', 'idle'));
    outbox.tell(notice('current', 'building'));
    await outbox.close();
    expect(there.sent).toEqual([notice('current', 'idle')]);
  });

  it.each([
    ['first', 0],
    ['in between', 150],
    ['last', 299],
  ])('quarantines a refused notice and delivers the others: %s', async (_, place) => {
    const [store, there] = [memoryStore(), sink()];
    const refused: Notice = notice(`n${String(place)}`, 'too long');
    const deliver = (notices: readonly Notice[]) =>
      notices.some(({ path }) => path === refused.path) ? Promise.reject(new Error('refused')) : there.deliver(notices);
    const told: unknown[] = [];
    const outbox = openOutbox({ store, sink: { deliver }, ...quiet, onSetAside: (problem) => told.push(problem) });
    for (let index = 0; index < 300; index += 1)
      store.put(index === place ? refused : notice(`n${String(index)}`, '1'));
    outbox.wake();
    await expect.poll(() => there.sent.length).toBe(299);
    expect(outbox.problems()).toMatchObject([
      { document: refused.path, message: expect.stringContaining('refused') as string },
    ]);
    expect(told).toHaveLength(1);
    expect(store.notices()).toEqual([refused]);

    // A later notice of the same document is tried separately.
    store.put(notice('other', '1'));
    outbox.wake();
    await expect.poll(() => there.sent.at(-1)?.path).toBe('other');
    await outbox.close();
  });

  it.each([1, 2, 3])(
    'blames none for a refusal that ends after %i tries, while notices are told apart',
    async (tries) => {
      const [store, there] = [memoryStore(), sink(tries)];
      const outbox = openOutbox({ store, sink: there, ...quiet });
      for (const path of ['a', 'b', 'c', 'd']) store.put(notice(path, '1'));
      outbox.wake();
      await expect.poll(() => there.sent.map(({ path }) => path).sort()).toEqual(['a', 'b', 'c', 'd']);
      expect(outbox.problems()).toEqual([]);
      await outbox.close();
    },
  );

  it('that cannot deliver anything blames no notice, and asks no more than a few times', async () => {
    const [store, there] = [memoryStore(), sink(Infinity)];
    const delays: unknown[] = [];
    const outbox = openOutbox({ store, sink: there, ...quiet, onDelay: (error) => delays.push(error) });
    for (let index = 0; index < 300; index += 1) store.put(notice(`n${String(index)}`, '1'));
    outbox.wake();
    await expect.poll(() => delays).toHaveLength(1);
    expect(outbox.problems()).toEqual([]);
    await outbox.close();
  });
});
