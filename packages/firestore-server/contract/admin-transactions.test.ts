import { describe, expect, it } from 'vitest';
import { skipOnGoogle } from './support/target.ts';
import { code, codeOf, useAdmin } from './support/use-admin.ts';

const { db } = useAdmin();

/**
 * Source: "Transaction serializability and isolation". Transactions of this server are optimistic, as in a hosted
 * database whose `concurrencyMode` is OPTIMISTIC; Google's emulator locks the documents that a transaction has read, as
 * hosted databases do for server libraries by default. A write to them from the transaction's function waits for the
 * lock.
 */
describe('transactions', () => {
  it('read and write atomically', async () => {
    await db().doc('tx/a').set({ n: 1 });
    const result = await db().runTransaction(async (transaction) => {
      const n = (await transaction.get(db().doc('tx/a'))).get('n') as number;
      transaction.update(db().doc('tx/a'), { n: n + 1 }).set(db().doc('tx/b'), { copy: n + 1 });
      return n + 1;
    });
    expect(result).toBe(2);
    expect((await db().doc('tx/b').get()).get('copy')).toBe(2);
  });

  it('store nothing when their function throws', async () => {
    const failed = db().runTransaction((transaction) => {
      transaction.set(db().doc('tx/never'), {});
      throw new Error('canceled by the test');
    });
    await expect(failed).rejects.toThrow('canceled by the test');
    expect((await db().doc('tx/never').get()).exists).toBe(false);
  });

  it('read a consistent snapshot despite concurrent writes', async () => {
    await db().doc('tx/one').set({ v: 1 });
    await db().doc('tx/two').set({ v: 1 });
    const seen = await db().runTransaction(
      async (transaction) => {
        const one = (await transaction.get(db().doc('tx/one'))).get('v') as number;
        await db().batch().set(db().doc('tx/one'), { v: 2 }).set(db().doc('tx/two'), { v: 2 }).commit();
        return [one, (await transaction.get(db().doc('tx/two'))).get('v') as number];
      },
      { readOnly: true },
    );
    expect(seen).toEqual([1, 1]);
  });

  interface Conflict {
    when: string;
    read: (transaction: FirebaseFirestore.Transaction) => Promise<unknown>;
    interfere: () => Promise<unknown>;
    aborts: boolean;
  }
  const watched = () => db().doc('tx/watched');
  const many = () => db().collection('phantom').where('n', '>', 5);
  const conflicts: Conflict[] = [
    {
      when: 'a document it read was changed',
      read: (transaction) => transaction.get(watched()),
      interfere: () => watched().set({ at: Date.now() }),
      aborts: true,
    },
    {
      when: 'a document it read was deleted',
      read: (transaction) => transaction.get(watched()),
      interfere: () => watched().delete(),
      aborts: true,
    },
    {
      when: 'a document it found missing was created',
      read: (transaction) => transaction.get(db().doc('tx/nothing')),
      interfere: () => db().doc('tx/nothing').set({}),
      aborts: true,
    },
    {
      when: 'a document joined the results of its query',
      read: (transaction) => transaction.get(many()),
      interfere: () => db().collection('phantom').add({ n: 6 }),
      aborts: true,
    },
    {
      when: 'a document left the results of its query',
      read: (transaction) => transaction.get(many()),
      interfere: () => db().doc('phantom/nine').delete(),
      aborts: true,
    },
    {
      when: 'a count that it read changed',
      read: (transaction) => transaction.get(db().collection('counted').count()),
      interfere: () => db().collection('counted').add({}),
      aborts: true,
    },
    {
      when: 'an unrelated document changed (no conflict)',
      read: (transaction) => transaction.get(watched()),
      interfere: () => db().doc('tx/elsewhere').set({ at: Date.now() }),
      aborts: false,
    },
    {
      when: 'a document outside its query changed (no conflict)',
      read: (transaction) => transaction.get(many()),
      interfere: () => db().collection('phantom').add({ n: 1 }),
      aborts: false,
    },
  ];
  const locks = {
    emulator: 'locks the documents and collections that a transaction reads, for a minute',
    hosted: '"Transaction serializability and isolation": concurrencyMode OPTIMISTIC does not',
  };
  it.for(conflicts)('conflict if $when', async ({ when, read, interfere, aborts }, { skip }) => {
    // The emulator's locks do not affect documents that the transaction has not read.
    if (!when.startsWith('an unrelated document')) skipOnGoogle({ skip }, locks);
    await watched().set({ at: 0 });
    await db().doc('phantom/nine').set({ n: 9 });
    await db().doc('tx/nothing').delete();
    const attempt = db().runTransaction(
      async (transaction) => {
        await read(transaction);
        await interfere();
        transaction.set(db().doc('tx/result'), { at: Date.now() });
      },
      { maxAttempts: 1 },
    );
    expect(await codeOf(attempt)).toBe(aborts ? code.aborted : code.ok);
  });

  it('are retried after a conflict and see the new state', async ({ skip }) => {
    skipOnGoogle({ skip }, locks);
    await db().doc('tx/again').set({ n: 1 });
    let attempts = 0;
    await db().runTransaction(async (transaction) => {
      const n = (await transaction.get(db().doc('tx/again'))).get('n') as number;
      if (++attempts === 1) await db().doc('tx/again').set({ n: 10 });
      transaction.set(db().doc('tx/again'), { n: n + 1 });
    });
    expect(attempts).toBe(2);
    expect((await db().doc('tx/again').get()).get('n')).toBe(11);
  });

  it('count correctly under contention', async () => {
    const ref = db().doc('tx/counter');
    await ref.set({ n: 0 });
    const add = () =>
      db().runTransaction(
        async (transaction) => {
          transaction.update(ref, { n: ((await transaction.get(ref)).get('n') as number) + 1 });
        },
        { maxAttempts: 100 },
      );
    await Promise.all(Array.from({ length: 10 }, add));
    expect((await ref.get()).get('n')).toBe(10);
  });

  it('a read-only transaction cannot write', async () => {
    const attempt = db().runTransaction(
      async (transaction) => {
        await transaction.get(db().doc('tx/a'));
        transaction.set(db().doc('tx/a'), {});
      },
      { readOnly: true },
    );
    await expect(attempt).rejects.toThrow(/read-only/i);
  });

  it('read queries and several documents at once', async () => {
    await db().doc('multi/a').set({ n: 1 });
    await db().doc('multi/b').set({ n: 2 });
    const seen = await db().runTransaction(async (transaction) => {
      const [a, b] = await transaction.getAll(db().doc('multi/a'), db().doc('multi/b'));
      const query = await transaction.get(db().collection('multi').where('n', '>', 1));
      return [a?.get('n') as number, b?.get('n') as number, query.size];
    });
    expect(seen).toEqual([1, 2, 1]);
  });
});
