import { FieldPath, FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdminFirestore } from './support/admin.ts';
import { openFirestore } from './support/target.ts';

let db: Firestore;
let precise: Firestore;
let project: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  const target = await openFirestore();
  const plain = openAdminFirestore(target);
  const bigints = openAdminFirestore(target, { useBigInt: true });
  db = plain.db;
  project = target.project;
  precise = bigints.db;
  stop = async () => {
    await plain.close();
    await bigints.close();
    await target.stop();
  };
});
afterAll(() => stop());

async function codeOf(act: Promise<unknown>): Promise<number> {
  return act.then(
    () => 0,
    (error: { code: number }) => error.code,
  );
}

async function messageOf(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => 'succeeded',
    (error: { details?: string; message: string }) => error.details ?? error.message,
  );
}

const code = { ok: 0, invalidArgument: 3, notFound: 5, alreadyExists: 6, failedPrecondition: 9, aborted: 10 };

const name = (ref: DocumentReference): string => `projects/${project}/databases/(default)/documents/${ref.path}`;

/** Source: "Transactions and batched writes", `Precondition` in the API reference. */
describe('preconditions', () => {
  interface PreconditionCase {
    fact: string;
    exists: boolean;
    act: (ref: DocumentReference, current: Timestamp, other: Timestamp) => Promise<unknown>;
    code: number;
  }
  const cases: PreconditionCase[] = [
    { fact: 'create of a new document', exists: false, act: (ref) => ref.create({ a: 1 }), code: code.ok },
    {
      fact: 'create of an existing document',
      exists: true,
      act: (ref) => ref.create({ a: 1 }),
      code: code.alreadyExists,
    },
    { fact: 'update of a missing document', exists: false, act: (ref) => ref.update({ a: 1 }), code: code.notFound },
    {
      fact: 'update at the right time',
      exists: true,
      act: (ref, now) => ref.update({ a: 2 }, { lastUpdateTime: now }),
      code: code.ok,
    },
    {
      fact: 'update at another time',
      exists: true,
      act: (ref, _, other) => ref.update({ a: 2 }, { lastUpdateTime: other }),
      code: code.failedPrecondition,
    },
    {
      fact: 'update of a missing document at a time',
      exists: false,
      act: (ref, now) => ref.update({ a: 2 }, { lastUpdateTime: now }),
      code: code.notFound,
    },
    {
      fact: 'delete at the right time',
      exists: true,
      act: (ref, now) => ref.delete({ lastUpdateTime: now }),
      code: code.ok,
    },
    {
      fact: 'delete at another time',
      exists: true,
      act: (ref, _, other) => ref.delete({ lastUpdateTime: other }),
      code: code.failedPrecondition,
    },
    {
      fact: 'delete that must exist, of a missing document',
      exists: false,
      act: (ref) => ref.delete({ exists: true }),
      code: code.notFound,
    },
    {
      fact: 'delete that must exist, of an existing document',
      exists: true,
      act: (ref) => ref.delete({ exists: true }),
      code: code.ok,
    },
  ];
  it.each(cases)('$fact', async ({ fact, exists, act, code: expected }) => {
    const ref = db.doc(`preconditions/${fact}`);
    const other = (await db.doc('preconditions/other').set({ at: fact })).writeTime;
    const current = exists ? (await ref.set({ a: 0 })).writeTime : other;
    expect(await codeOf(act(ref, current, other))).toBe(expected);
    const after = await ref.get();
    if (expected !== code.ok) expect(after.data()).toEqual(exists ? { a: 0 } : undefined);
  });

  const messages: [
    what: string,
    act: (ref: DocumentReference) => Promise<unknown>,
    message: (ref: DocumentReference) => string,
  ][] = [
    ['a missing document', (ref) => ref.update({ a: 1 }), (ref) => `No document to update: ${name(ref)}`],
    [
      'an existing document',
      (ref) => ref.set({}).then(() => ref.create({})),
      (ref) => `Document already exists: ${name(ref)}`,
    ],
  ];
  it.each(messages)('names %s', async (what, act, message) => {
    const ref = db.doc(`preconditions/message for ${what}`);
    expect(await messageOf(act(ref))).toContain(message(ref));
  });
});

describe('times', () => {
  it('a document keeps its creation time and moves its update time', async () => {
    const ref = db.doc('times/a');
    const created = (await ref.set({ a: 1 })).writeTime;
    const updated = (await ref.set({ a: 2 })).writeTime;
    const snapshot = await ref.get();
    expect(snapshot.createTime?.isEqual(created)).toBe(true);
    expect(snapshot.updateTime?.isEqual(updated)).toBe(true);
    expect(updated.valueOf() > created.valueOf()).toBe(true);
    expect(snapshot.readTime.valueOf() >= updated.valueOf()).toBe(true);
  });

  it('a write that changes nothing keeps the update time', async () => {
    const ref = db.doc('times/same');
    const first = (await ref.set({ a: 1, m: { x: [1] } })).writeTime;
    const second = (await ref.set({ a: 1, m: { x: [1] } })).writeTime;
    expect(second.isEqual(first)).toBe(true);
    expect((await ref.get()).updateTime?.isEqual(first)).toBe(true);
  });

  it('a document created anew has a later creation time', async () => {
    const ref = db.doc('times/again');
    const first = (await ref.set({})).writeTime;
    await ref.delete();
    await ref.set({});
    const { createTime } = await ref.get();
    expect((createTime?.valueOf() ?? '') > first.valueOf()).toBe(true);
  });

  it('documents of one commit share their update time', async () => {
    const batch = db.batch();
    batch.set(db.doc('times/x'), {}).set(db.doc('times/y'), {});
    const [x, y] = await batch.commit();
    expect(x?.writeTime.isEqual(y?.writeTime ?? new Timestamp(0, 0))).toBe(true);
  });

  it('a read at an earlier time sees the documents of that time', async () => {
    const ref = db.doc('times/past');
    const { writeTime } = await ref.set({ v: 1 });
    await ref.set({ v: 2 });
    await db.doc('times/new').set({});
    const seen = await db.runTransaction(
      async (transaction) => {
        const found = await transaction.get(db.collection('times').where('v', '>', 0));
        return [
          (await transaction.get(ref)).get('v'),
          found.docs.map((doc) => doc.get('v') as number),
          (await transaction.get(db.doc('times/new'))).exists,
        ];
      },
      { readOnly: true, readTime: writeTime },
    );
    expect(seen).toEqual([1, [1], false]);
  });
});

describe('64-bit integers', () => {
  const largest = 9223372036854775807n;
  it.each([largest, -9223372036854775808n, 9007199254740993n, 0n])('%s is exact', async (value) => {
    const ref = precise.doc(`integers/${value}`);
    await ref.set({ value });
    expect((await ref.get()).get('value')).toBe(value);
    const found = await precise.collection('integers').where('value', '==', value).get();
    expect(found.docs.map(({ id }) => id)).toEqual([String(value)]);
  });

  const overflow: [bigint, number, bigint][] = [
    [largest, 1, largest],
    [-9223372036854775808n, -1, -9223372036854775808n],
    [largest - 5n, 3, largest - 2n],
  ];
  it.each(overflow)('incrementing %s by %i gives %s', async (start, by, expected) => {
    const ref = precise.doc(`overflow/${start}`);
    await ref.set({ value: start });
    await ref.update({ value: FieldValue.increment(by) });
    expect((await ref.get()).get('value')).toBe(expected);
  });

  it('compares integers and doubles exactly', async () => {
    await precise.doc('exact/integer').set({ value: 9007199254740993n });
    await precise.doc('exact/double').set({ value: 9007199254740992.5 });
    const found = await precise.collection('exact').orderBy('value').get();
    expect(found.docs.map(({ id }) => id)).toEqual(['double', 'integer']);
  });

  it('a sum beyond 64 bits is a double', async () => {
    await precise.doc('sums/a').set({ v: largest });
    await precise.doc('sums/b').set({ v: largest });
    const { AggregateField } = await import('firebase-admin/firestore');
    const { total } = (
      await db
        .collection('sums')
        .aggregate({ total: AggregateField.sum('v') })
        .get()
    ).data();
    expect(total).toBe(2 ** 64);
  });
});

describe('reading', () => {
  beforeAll(async () => {
    const batch = db.batch();
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      batch.set(db.doc(`reading/${id}`), { id, map: { x: 1, y: 2 }, 'a.b': 3 });
    batch.set(db.doc('reading/missing/below/doc'), {});
    batch.set(db.doc('reading/a/below/doc'), {}).set(db.doc('reading/a/more/doc'), {});
    await batch.commit();
  });

  it('getAll answers in the order asked, with missing documents', async () => {
    const found = await db.getAll(db.doc('reading/c'), db.doc('reading/none'), db.doc('reading/a'));
    expect(found.map((doc) => [doc.id, doc.exists])).toEqual([
      ['c', true],
      ['none', false],
      ['a', true],
    ]);
  });

  it('getAll takes a field mask', async () => {
    const [doc] = await db.getAll(db.doc('reading/a'), { fieldMask: ['map.x', new FieldPath('a.b')] });
    expect(doc?.data()).toEqual({ map: { x: 1 }, 'a.b': 3 });
  });

  it('select returns only the fields named', async () => {
    const found = await db.collection('reading').select('map.y', 'id').limit(1).get();
    expect(found.docs.map((doc) => doc.data())).toEqual([{ id: 'a', map: { y: 2 } }]);
  });

  it('select of nothing returns documents without fields', async () => {
    const found = await db.collection('reading').select().limit(1).get();
    expect(found.docs.map((doc) => [doc.id, doc.data()])).toEqual([['a', {}]]);
  });

  const offsets: [number, string][] = [
    [0, 'abcde'],
    [2, 'cde'],
    [5, ''],
    [9, ''],
  ];
  it.each(offsets)('offset %i', async (offset, ids) => {
    const found = await db.collection('reading').offset(offset).get();
    expect(found.docs.map(({ id }) => id).join('')).toBe(ids);
  });

  it('offset and limit together', async () => {
    const found = await db.collection('reading').orderBy('id', 'desc').offset(1).limit(2).get();
    expect(found.docs.map(({ id }) => id).join('')).toBe('dc');
  });

  it('listDocuments includes documents that only have documents below', async () => {
    const refs = await db.collection('reading').listDocuments();
    expect(refs.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e', 'missing']);
  });

  it('listCollections of a document', async () => {
    expect((await db.doc('reading/a').listCollections()).map(({ id }) => id)).toEqual(['below', 'more']);
  });

  it('listCollections of a missing document', async () => {
    expect((await db.doc('reading/missing').listCollections()).map(({ id }) => id)).toEqual(['below']);
  });

  it('listCollections of the root', async () => {
    expect((await db.listCollections()).map(({ id }) => id)).toContain('reading');
  });

  it('recursiveDelete removes a document and all below it, and nothing else', async () => {
    const batch = db.batch();
    batch
      .set(db.doc('tree/x'), {})
      .set(db.doc('tree/x/y/z'), {})
      .set(db.doc('tree/x/y/z/deep/er'), {})
      .set(db.doc('tree/xx'), {});
    await batch.commit();
    await db.recursiveDelete(db.doc('tree/x'));
    expect((await db.collection('tree').listDocuments()).map(({ id }) => id)).toEqual(['xx']);
  });

  it('a bulk writer stores its writes and reports each failure', async () => {
    const writer = db.bulkWriter();
    writer.onWriteError(() => false);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 40 }, (_, i) => writer.set(db.doc(`bulk/${i}`), { i })),
      writer.update(db.doc('bulk/none'), { a: 1 }),
      writer.close(),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect((await db.collection('bulk').count().get()).data().count).toBe(40);
  });

  it('partitions cover the whole group', async () => {
    let count = 0;
    for await (const partition of db.collectionGroup('reading').getPartitions(3))
      count += (await partition.toQuery().get()).size;
    expect(count).toBe(5);
  });
});

/** Source: "Usage and limits". */
describe('limits', () => {
  const mebibyte = 1_048_576;
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { m: nested(depth - 1) });
  const sized = (path: string, size: number): Record<string, unknown> => {
    const nameBytes = path.split('/').reduce((sum, id) => sum + id.length + 1, 16);
    return {
      a: 'x'.repeat(Math.floor(size / 2)),
      b: 'x'.repeat(size - nameBytes - 32 - Math.floor(size / 2) - 2 * (2 + 1)),
    };
  };

  const tooLarge =
    /cannot be written because its size \(1,048,577 bytes\) exceeds the maximum allowed size of 1,048,576 bytes/;
  const tooLong = /The value of property "a" is longer than 1048487 bytes/;
  const cases: { what: string; data: Record<string, unknown>; refusal: RegExp | null }[] = [
    { what: 'a document of exactly 1 MiB', data: sized('limits/0', mebibyte), refusal: null },
    { what: 'a document of 1 MiB and a byte', data: sized('limits/1', mebibyte + 1), refusal: tooLarge },
    { what: 'a field of more than 1 MiB - 89 bytes', data: { a: 'x'.repeat(mebibyte - 88) }, refusal: tooLong },
    { what: '20 levels of maps', data: { m: nested(19) }, refusal: null },
    { what: 'a reserved field name', data: { __reserved__: 1 }, refusal: /reserved/i },
    { what: 'a field name of 1,500 bytes', data: { ['x'.repeat(1500)]: 1 }, refusal: null },
    { what: 'a field name of 1,501 bytes', data: { ['x'.repeat(1501)]: 1 }, refusal: /1500/ },
  ];
  it.each(cases.map((each, i) => ({ ...each, path: `limits/${i}` })))('$what', async ({ path, data, refusal }) => {
    const write = db.doc(path).set(data);
    expect(await codeOf(write)).toBe(refusal === null ? code.ok : code.invalidArgument);
    if (refusal !== null) expect(await messageOf(write)).toMatch(refusal);
  });

  it('a batch of more than 500 writes', async () => {
    const batch = db.batch();
    for (let i = 0; i <= 500; i++) batch.set(db.doc(`limits/batch-${i}`), {});
    const commit = batch.commit();
    expect(await codeOf(commit)).toBe(code.invalidArgument);
    expect(await messageOf(commit)).toMatch(/maximum 500 writes allowed per request/);
  });

  it('a document that grows beyond 1 MiB by an update stays as it was', async () => {
    const ref = db.doc('limits/grown');
    await ref.set({ a: 'x'.repeat(600_000) });
    expect(await codeOf(ref.update({ b: 'x'.repeat(600_000) }))).toBe(code.invalidArgument);
    expect(Object.keys((await ref.get()).data() ?? {})).toEqual(['a']);
  });
});

/** Source: "Transaction serializability and isolation". */
describe('transactions', () => {
  it('read and write atomically', async () => {
    await db.doc('tx/a').set({ n: 1 });
    const result = await db.runTransaction(async (transaction) => {
      const n = (await transaction.get(db.doc('tx/a'))).get('n') as number;
      transaction.update(db.doc('tx/a'), { n: n + 1 }).set(db.doc('tx/b'), { copy: n + 1 });
      return n + 1;
    });
    expect(result).toBe(2);
    expect((await db.doc('tx/b').get()).get('copy')).toBe(2);
  });

  it('store nothing when their function throws', async () => {
    const failed = db.runTransaction((transaction) => {
      transaction.set(db.doc('tx/never'), {});
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect((await db.doc('tx/never').get()).exists).toBe(false);
  });

  it('see one moment, whatever is written meanwhile', async () => {
    await db.doc('tx/one').set({ v: 1 });
    await db.doc('tx/two').set({ v: 1 });
    const seen = await db.runTransaction(
      async (transaction) => {
        const one = (await transaction.get(db.doc('tx/one'))).get('v') as number;
        await db.batch().set(db.doc('tx/one'), { v: 2 }).set(db.doc('tx/two'), { v: 2 }).commit();
        return [one, (await transaction.get(db.doc('tx/two'))).get('v') as number];
      },
      { readOnly: true },
    );
    expect(seen).toEqual([1, 1]);
  });

  interface Conflict {
    when: string;
    read: (transaction: FirebaseFirestore.Transaction) => Promise<unknown>;
    meddle: () => Promise<unknown>;
    aborts: boolean;
  }
  const watched = () => db.doc('tx/watched');
  const many = () => db.collection('phantom').where('n', '>', 5);
  const conflicts: Conflict[] = [
    {
      when: 'a document it read was changed',
      read: (transaction) => transaction.get(watched()),
      meddle: () => watched().set({ at: Date.now() }),
      aborts: true,
    },
    {
      when: 'a document it read was deleted',
      read: (transaction) => transaction.get(watched()),
      meddle: () => watched().delete(),
      aborts: true,
    },
    {
      when: 'a document it found missing was created',
      read: (transaction) => transaction.get(db.doc('tx/nothing')),
      meddle: () => db.doc('tx/nothing').set({}),
      aborts: true,
    },
    {
      when: 'a document joined the results of its query',
      read: (transaction) => transaction.get(many()),
      meddle: () => db.collection('phantom').add({ n: 6 }),
      aborts: true,
    },
    {
      when: 'a document left the results of its query',
      read: (transaction) => transaction.get(many()),
      meddle: () => db.doc('phantom/nine').delete(),
      aborts: true,
    },
    {
      when: 'the count it asked for changed',
      read: (transaction) => transaction.get(db.collection('counted').count()),
      meddle: () => db.collection('counted').add({}),
      aborts: true,
    },
    {
      when: 'something else changed (no conflict)',
      read: (transaction) => transaction.get(watched()),
      meddle: () => db.doc('tx/elsewhere').set({ at: Date.now() }),
      aborts: false,
    },
    {
      when: 'a document outside its query changed (no conflict)',
      read: (transaction) => transaction.get(many()),
      meddle: () => db.collection('phantom').add({ n: 1 }),
      aborts: false,
    },
  ];
  it.each(conflicts)('conflict when $when', async ({ read, meddle, aborts }) => {
    await watched().set({ at: 0 });
    await db.doc('phantom/nine').set({ n: 9 });
    await db.doc('tx/nothing').delete();
    const attempt = db.runTransaction(
      async (transaction) => {
        await read(transaction);
        await meddle();
        transaction.set(db.doc('tx/result'), { at: Date.now() });
      },
      { maxAttempts: 1 },
    );
    expect(await codeOf(attempt)).toBe(aborts ? code.aborted : code.ok);
  });

  it('are run again after a conflict, and see the new state', async () => {
    await db.doc('tx/again').set({ n: 1 });
    let attempts = 0;
    await db.runTransaction(async (transaction) => {
      const n = (await transaction.get(db.doc('tx/again'))).get('n') as number;
      if (++attempts === 1) await db.doc('tx/again').set({ n: 10 });
      transaction.set(db.doc('tx/again'), { n: n + 1 });
    });
    expect(attempts).toBe(2);
    expect((await db.doc('tx/again').get()).get('n')).toBe(11);
  });

  it('counters stand up to contention', async () => {
    const ref = db.doc('tx/counter');
    await ref.set({ n: 0 });
    const add = () =>
      db.runTransaction(
        async (transaction) => {
          transaction.update(ref, { n: ((await transaction.get(ref)).get('n') as number) + 1 });
        },
        { maxAttempts: 100 },
      );
    await Promise.all(Array.from({ length: 10 }, add));
    expect((await ref.get()).get('n')).toBe(10);
  });

  it('a read-only transaction cannot write', async () => {
    const attempt = db.runTransaction(
      async (transaction) => {
        await transaction.get(db.doc('tx/a'));
        transaction.set(db.doc('tx/a'), {});
      },
      { readOnly: true },
    );
    await expect(attempt).rejects.toThrow(/read-only/i);
  });

  it('read queries and several documents at once', async () => {
    await db.doc('multi/a').set({ n: 1 });
    await db.doc('multi/b').set({ n: 2 });
    const seen = await db.runTransaction(async (transaction) => {
      const [a, b] = await transaction.getAll(db.doc('multi/a'), db.doc('multi/b'));
      const query = await transaction.get(db.collection('multi').where('n', '>', 1));
      return [a?.get('n') as number, b?.get('n') as number, query.size];
    });
    expect(seen).toEqual([1, 2, 1]);
  });
});
