import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { DocumentReference } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { skipOnGoogle } from './support/target.ts';
import { code, codeOf, messageOf, useAdmin } from './support/use-admin.ts';

const { db, name, precise } = useAdmin();

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
      code: code.failedPrecondition,
    },
    {
      fact: 'delete of a missing document at a time',
      exists: false,
      act: (ref, now) => ref.delete({ lastUpdateTime: now }),
      code: code.failedPrecondition,
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
  it.each(cases)('decide $fact', async ({ fact, exists, act, code: expected }) => {
    const ref = db().doc(`preconditions/${fact}`);
    const other = (await db().doc('preconditions/other').set({ at: fact })).writeTime;
    const current = exists ? (await ref.set({ a: 0 })).writeTime : other;
    expect(await codeOf(act(ref, current, other))).toBe(expected);
    const after = await ref.get();
    if (expected !== code.ok) expect(after.data()).toEqual(exists ? { a: 0 } : undefined);
  });

  const messages: [
    name: string,
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
  it.for(messages)('the message names %s', async ([document, act, message], { skip }) => {
    skipOnGoogle(
      { skip },
      {
        emulator: "uses Datastore's messages",
        hosted: 'the messages quoted in firebase/firebase-js-sdk#5549 and gravitational/teleport#67045',
      },
    );
    const ref = db().doc(`preconditions/message for ${document}`);
    expect(await messageOf(act(ref))).toContain(message(ref));
  });
});

describe('times', () => {
  it('an update keeps the creation time and changes the update time', async () => {
    const ref = db().doc('times/a');
    const created = (await ref.set({ a: 1 })).writeTime;
    const updated = (await ref.set({ a: 2 })).writeTime;
    const snapshot = await ref.get();
    expect(snapshot.createTime?.isEqual(created)).toBe(true);
    expect(snapshot.updateTime?.isEqual(updated)).toBe(true);
    expect(updated.valueOf() > created.valueOf()).toBe(true);
    expect(snapshot.readTime.valueOf() >= updated.valueOf()).toBe(true);
  });

  it('a write that changes nothing keeps the update time', async () => {
    const ref = db().doc('times/same');
    const first = (await ref.set({ a: 1, m: { x: [1] } })).writeTime;
    const second = (await ref.set({ a: 1, m: { x: [1] } })).writeTime;
    expect(second.isEqual(first)).toBe(true);
    expect((await ref.get()).updateTime?.isEqual(first)).toBe(true);
  });

  it('a recreated document has a later creation time', async () => {
    const ref = db().doc('times/again');
    const first = (await ref.set({})).writeTime;
    await ref.delete();
    await ref.set({});
    const { createTime } = await ref.get();
    expect((createTime?.valueOf() ?? '') > first.valueOf()).toBe(true);
  });

  it('documents of one commit share their update time', async () => {
    const batch = db().batch();
    batch.set(db().doc('times/x'), {}).set(db().doc('times/y'), {});
    const [x, y] = await batch.commit();
    expect(x?.writeTime.isEqual(y?.writeTime ?? new Timestamp(0, 0))).toBe(true);
  });

  it('a read at an earlier time returns the documents of that time', async () => {
    const ref = db().doc('times/past');
    const { writeTime } = await ref.set({ v: 1 });
    await ref.set({ v: 2 });
    await db().doc('times/new').set({});
    const seen = await db().runTransaction(
      async (transaction) => {
        const found = await transaction.get(db().collection('times').where('v', '>', 0));
        return [
          (await transaction.get(ref)).get('v') as number,
          found.docs.map((doc) => doc.get('v') as number),
          (await transaction.get(db().doc('times/new'))).exists,
        ];
      },
      { readOnly: true, readTime: writeTime },
    );
    expect(seen).toEqual([1, [1], false]);
  });
});

describe('64-bit integers', () => {
  const largest = 9223372036854775807n;
  it.each([largest, -9223372036854775808n, 9007199254740993n, 0n])('stores %s exactly', async (value) => {
    const ref = precise().doc(`integers/${value}`);
    await ref.set({ value });
    expect((await ref.get()).get('value')).toBe(value);
    const found = await precise().collection('integers').where('value', '==', value).get();
    expect(found.docs.map(({ id }) => id)).toEqual([String(value)]);
  });

  const overflow: [bigint, number, bigint][] = [
    [largest, 1, largest],
    [-9223372036854775808n, -1, -9223372036854775808n],
    [largest - 5n, 3, largest - 2n],
  ];
  it.each(overflow)('incrementing %s by %i gives %s', async (start, by, expected) => {
    const ref = precise().doc(`overflow/${start}`);
    await ref.set({ value: start });
    await ref.update({ value: FieldValue.increment(by) });
    expect((await ref.get()).get('value')).toBe(expected);
  });

  it('compares integers and doubles exactly', async () => {
    await precise().doc('exact/integer').set({ value: 9007199254740993n });
    await precise().doc('exact/double').set({ value: 9007199254740992.5 });
    const found = await precise().collection('exact').orderBy('value').get();
    expect(found.docs.map(({ id }) => id)).toEqual(['double', 'integer']);
  });

  it('a sum beyond 64 bits is a double', async () => {
    await precise().doc('sums/a').set({ v: largest });
    await precise().doc('sums/b').set({ v: largest });
    const { AggregateField } = await import('firebase-admin/firestore');
    const { total } = (
      await db()
        .collection('sums')
        .aggregate({ total: AggregateField.sum('v') })
        .get()
    ).data();
    expect(total).toBe(2 ** 64);
  });
});
