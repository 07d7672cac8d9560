import { describe, expect, it } from 'vitest';
import { openAdminFirestore } from './support/admin.ts';
import { describeEachSdk } from './support/each-sdk.ts';
import { invalidArgument } from './support/sdk.ts';
import type { BatchedWrite, Data } from './support/sdk.ts';

type Step = 'set' | 'merge' | 'update' | 'delete';

const write = (step: Step, path: string, n: number): BatchedWrite => {
  if (step === 'delete') return { remove: path };
  if (step === 'update') return { update: path, data: { [step]: n } };
  return { set: path, data: { [step]: n }, ...(step === 'merge' ? { merge: true } : {}) };
};

interface Sequence {
  steps: readonly Step[];
  before: Data | null;
  after: Data | 'not-found' | 'invalid' | undefined;
}

const stored = { was: 0 };

/** Several writes of one commit to one document. Source: the reference of commits, in Firestore and in Datastore. */
const sequences: Sequence[] = [
  { steps: ['set', 'set'], before: null, after: { set: 2 } },
  { steps: ['set', 'update'], before: null, after: { set: 1, update: 2 } },
  { steps: ['set', 'update', 'merge'], before: null, after: { set: 1, update: 2, merge: 3 } },
  { steps: ['set', 'delete'], before: null, after: undefined },
  { steps: ['set', 'delete', 'set'], before: null, after: { set: 3 } },
  { steps: ['merge', 'update'], before: stored, after: { was: 0, merge: 1, update: 2 } },
  { steps: ['update', 'update'], before: stored, after: { was: 0, update: 2 } },
  { steps: ['update', 'set'], before: stored, after: { set: 2 } },
  { steps: ['update', 'delete'], before: stored, after: undefined },
  { steps: ['update', 'set'], before: null, after: 'not-found' },
  { steps: ['delete', 'delete'], before: stored, after: undefined },
  { steps: ['delete', 'delete'], before: null, after: undefined },
  { steps: ['delete', 'set'], before: stored, after: { set: 2 } },
  { steps: ['delete', 'merge'], before: stored, after: { merge: 2 } },
  { steps: ['delete', 'set', 'update'], before: stored, after: { set: 2, update: 3 } },
  { steps: ['delete', 'update'], before: stored, after: 'invalid' },
  { steps: ['delete', 'update'], before: null, after: 'invalid' },
  { steps: ['set', 'delete', 'update'], before: null, after: 'invalid' },
];

describeEachSdk('one document in one commit', (context) => {
  const cases = sequences.map(
    (one) => [one.steps.join(', '), one.before === null ? 'missing' : 'existing', one] as const,
  );
  it.each(cases)('%s of a %s document', async (name, state, { steps, before, after }) => {
    const { sdk } = context();
    const path = `sequences/${name} ${state}`;
    if (before !== null) await sdk.set(path, before);
    const error = await sdk.batch(steps.map((step, i) => write(step, path, i + 1))).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (after === 'invalid' || after === 'not-found') {
      expect(sdk.codeOf(error)).toBe(after === 'invalid' ? invalidArgument(sdk) : after);
      expect(await sdk.get(path)).toEqual(before ?? undefined);
    } else {
      expect(error).toBeNull();
      expect(await sdk.get(path)).toEqual(after);
    }
  });
});

/** Only the admin SDK has `create`. */
describeEachSdk(
  'create in a commit with an earlier write of the document',
  (context) => {
    describe.each([
      ['after a set', (batch, ref) => batch.set(ref, { a: 1 })],
      ['after another create', (batch, ref) => batch.create(ref, { a: 1 })],
      ['after an update', (batch, ref) => batch.set(ref, { a: 1 }).update(ref, { a: 2 })],
    ] satisfies [string, (batch: Batch, ref: Ref) => Batch][])('%s', (name, first) => {
      it('refuses the create', async () => {
        const { db, close } = openAdminFirestore(context().target);
        const ref = db.doc(`creating/${name}`);
        await expect(first(db.batch(), ref).create(ref, { b: 1 }).commit()).rejects.toMatchObject({ code: 3 });
        expect((await ref.get()).exists).toBe(false);
        await close();
      });
    });

    it('is accepted after a delete', async () => {
      const { db, close } = openAdminFirestore(context().target);
      const ref = db.doc('creating/again');
      await ref.set({ a: 1 });
      await db.batch().delete(ref).create(ref, { b: 1 }).commit();
      expect((await ref.get()).data()).toEqual({ b: 1 });
      await close();
    });
  },
  ['admin'],
);

type Db = ReturnType<typeof openAdminFirestore>['db'];
type Batch = ReturnType<Db['batch']>;
type Ref = ReturnType<Db['doc']>;
