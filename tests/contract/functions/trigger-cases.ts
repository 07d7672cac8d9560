import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteApp, getApp } from 'firebase-admin/app';
import { getFirestore, GeoPoint, Timestamp } from 'firebase-admin/firestore';
import type { Firestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import type { LocalOptions } from '../../../local/start.ts';
import { openTarget, type Target } from '../target.ts';
import { sameValue } from './same-value.ts';

const isOfficial = process.env['FUNCTIONS_EMULATOR_HOST'] !== undefined;

interface Seen {
  trigger: string;
  id: string;
  params: Record<string, string>;
  [detail: string]: unknown;
}

/**
 * Registers the contract of every host of triggers. With `local`, the local host has these options: it may deliver events
 * twice, late and unordered; a function detects duplicates by their event id.
 */
export function describeTriggers(mode: string, local?: Pick<LocalOptions, 'delays' | 'functionsModule'>): void {
  describe(`triggers, ${mode}`, () => {
    // The official emulators have no such options.
    const test = it.skipIf(isOfficial && local !== undefined);
    const testLocal = it.skipIf(isOfficial);
    let target: Target;
    let firestore: Firestore;
    let count = 0;

    beforeAll(async () => {
      target = await openTarget({
        only: ['functions', 'firestore', 'storage'],
        functions: () => import('./fixture/index.ts'),
        local: { retry: { attempts: 5, firstMs: 10, longestMs: 50 }, ...local },
      });
      firestore = getFirestore();
    });
    afterAll(async () => {
      await firestore.terminate();
      await deleteApp(getApp());
      await target.stop();
    });

    const newId = (): string => `${Date.now()}-${(count += 1)}`;

    /** Waits for `expected` records of a trigger that match, and returns them without duplicate event ids. */
    async function seen(trigger: string, matches: (note: Seen) => boolean, expected = 1): Promise<Seen[]> {
      const read = async (): Promise<Seen[]> => {
        const notes = await firestore.collection('seen').where('trigger', '==', trigger).get();
        const found = notes.docs.map((note) => note.data() as Seen).filter(matches);
        return [...new Map(found.map((note) => [note.id, note])).values()];
      };
      await target.idle();
      await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBe(expected);
      return read();
    }
    const ofThing = (thing: string) => (note: Seen) => note.params['thing'] === thing;

    test('created: the new document, its path and type', async () => {
      const id = newId();
      await firestore.doc(`things/${id}`).set({ title: 'A', list: [1, { deep: true }] });
      const [note] = await seen('created', ofThing(id));
      expect(note).toMatchObject({
        params: { thing: id },
        document: `things/${id}`,
        type: 'google.cloud.firestore.document.v1.created',
        after: { title: 'A', list: [1, { deep: true }] },
      });
    });

    test('updated: before and after', async () => {
      const id = newId();
      await firestore.doc(`things/${id}`).set({ title: 'A', kept: 1 });
      await firestore.doc(`things/${id}`).update({ title: 'B' });
      const [note] = await seen('updated', ofThing(id));
      expect([note?.['before'], note?.['after']]).toEqual([
        { title: 'A', kept: 1 },
        { title: 'B', kept: 1 },
      ]);
    });

    test('deleted: the previous document', async () => {
      const id = newId();
      await firestore.doc(`things/${id}`).set({ title: 'A' });
      await firestore.doc(`things/${id}`).delete();
      const [note] = await seen('deleted', ofThing(id));
      expect(note).toMatchObject({ before: { title: 'A' }, exists: true });
    });

    test('written: every change, with existence before and after', async () => {
      const id = newId();
      await firestore.doc(`things/${id}`).set({ n: 1 });
      await firestore.doc(`things/${id}`).set({ n: 2 });
      await firestore.doc(`things/${id}`).delete();
      const notes = await seen('written', ofThing(id), 3);
      const changes = notes.map(({ existed, exists }) => `${String(existed)} ${String(exists)}`).sort();
      expect(changes).toEqual(['false true', 'true false', 'true true']);
    });

    test('created fires only for creations, and updated only for updates', async () => {
      const id = newId();
      await firestore.doc(`things/${id}`).set({ n: 1 });
      await firestore.doc(`things/${id}`).set({ n: 2 });
      expect(await seen('created', ofThing(id), 1)).toHaveLength(1);
      expect(await seen('updated', ofThing(id), 1)).toHaveLength(1);
    });

    test('a write without changes raises no event', async () => {
      const id = newId();
      await firestore.doc(`things/${id}`).set({ n: 1 });
      await firestore.doc(`things/${id}`).set({ n: 1 });
      expect(await seen('written', ofThing(id), 1)).toHaveLength(1);
    });

    test('deleting a missing document raises no event', async () => {
      const id = newId();
      await firestore.doc(`things/${id}`).delete();
      expect(await seen('deleted', ofThing(id), 0)).toEqual([]);
    });

    test('every document of a batch raises a separate event', async () => {
      const ids = [newId(), newId(), newId()];
      const batch = firestore.batch();
      for (const id of ids) batch.set(firestore.doc(`things/${id}`), { n: 1 });
      await batch.commit();
      for (const id of ids) expect(await seen('created', ofThing(id))).toHaveLength(1);
    });

    test('a transaction raises its events once', async () => {
      const id = newId();
      const reference = firestore.doc(`things/${id}`);
      await reference.set({ n: 1 });
      await firestore.runTransaction(async (transaction) => {
        const snapshot = await transaction.get(reference);
        transaction.update(reference, { n: Number(snapshot.get('n')) + 1 });
      });
      const [note] = await seen('updated', ofThing(id));
      expect(note?.['after']).toEqual({ n: 2 });
    });

    test('wildcards of every path level become parameters', async () => {
      const [thing, part] = [newId(), newId()];
      await firestore.doc(`things/${thing}/parts/${part}`).set({ n: 1 });
      const [note] = await seen('nested', ofThing(thing));
      expect(note?.params).toEqual({ thing, part });
    });

    test('a pattern of one level does not match subcollections', async () => {
      const thing = newId();
      await firestore.doc(`things/${thing}/parts/a`).set({ n: 1 });
      expect(await seen('created', ofThing(thing), 0)).toEqual([]);
    });

    test('a multi-segment wildcard matches any level', async () => {
      const id = newId();
      await firestore.doc(`tree/${id}`).set({ n: 1 });
      await firestore.doc(`tree/${id}/a/b`).set({ n: 1 });
      const notes = await seen('anywhere', (note) => note.params['path']?.startsWith(id) === true, 2);
      expect(notes.map(({ params }) => params['path']).sort()).toEqual([id, `${id}/a/b`]);
    });

    test('a pattern without wildcards matches one document', async () => {
      const earlier = (await firestore.collection('seen').where('trigger', '==', 'exact').get()).size;
      await firestore.doc('single/other').set({ at: newId() });
      await firestore.doc('single/only').set({ at: newId() });
      await target.idle();
      await expect
        .poll(async () => (await firestore.collection('seen').where('trigger', '==', 'exact').get()).size, {
          timeout: 10_000,
        })
        .toBeGreaterThan(earlier);
      const notes = await firestore.collection('seen').where('trigger', '==', 'exact').get();
      expect(new Set(notes.docs.map((note) => JSON.stringify(note.get('params')))).size).toBe(1);
    });

    test('values of every type arrive unchanged', async () => {
      const id = newId();
      const written = {
        text: 'Grüße',
        integer: 2 ** 53 - 1,
        double: 1.5,
        nan: NaN,
        infinite: -Infinity,
        zero: -0,
        yes: true,
        nothing: null,
        time: Timestamp.fromMillis(1_700_000_000_123),
        bytes: Buffer.from([0, 1, 255]),
        place: new GeoPoint(48.1, 11.5),
        reference: firestore.doc('things/a'),
        list: [1, ['x'].length, { a: [] }],
        map: { 'a.b': { c: {} }, 'ü ': 0 },
      };
      await firestore.doc(`typed/${id}`).set(written);
      await target.idle();
      await expect.poll(async () => (await firestore.doc(`copies/${id}`).get()).exists, { timeout: 10_000 }).toBe(true);
      const [original, copy] = await firestore.getAll(firestore.doc(`typed/${id}`), firestore.doc(`copies/${id}`));
      expect(Object.keys(copy?.data() ?? {}).sort()).toEqual(Object.keys(written).sort());
      for (const name of Object.keys(written)) {
        expect(copy?.isEqual, name).toBeDefined();
        expect(sameValue(original?.get(name), copy?.get(name)), name).toBe(true);
      }
    });

    test('a document id with special characters becomes a parameter', async () => {
      const id = `${newId()} ü 世界 (1)`;
      await firestore.doc(`things/${id}`).set({ n: 1 });
      const [note] = await seen('created', ofThing(id));
      expect(note?.['document']).toBe(`things/${id}`);
    });

    testLocal('a failing trigger is called again until it succeeds', async () => {
      const id = newId();
      await firestore.doc(`flaky/${id}`).set({ failures: 2 });
      expect(await seen('flaky', (note) => note.params['id'] === id)).toHaveLength(1);
      expect(Number((await firestore.doc(`attempts/${id}`).get()).get('times'))).toBeGreaterThanOrEqual(3);
    });

    testLocal('a trigger that always fails is abandoned after all attempts, and other triggers run', async () => {
      const id = newId();
      await firestore.doc(`flaky/${id}`).set({ failures: 1_000 });
      expect(await seen('bystander', (note) => note.params['id'] === id)).toHaveLength(1);
      expect(await seen('flaky', (note) => note.params['id'] === id, 0)).toEqual([]);
      expect(
        target.logged.some(
          ({ level, message }) => level === 'error' && message.includes('giving up') && message.includes(id),
        ),
      ).toBe(true);
    });

    test('an uploaded object reaches its trigger', async () => {
      const name = `${newId()}/file.txt`;
      await getStorage().bucket('contract-bucket').file(name).save('12345', { contentType: 'text/plain' });
      const [note] = await seen('finalized', (found) => found['name'] === name);
      expect(note).toMatchObject({ bucket: 'contract-bucket', contentType: 'text/plain', size: '5' });
    });

    test('an object of another bucket does not reach the trigger', async () => {
      const name = `${newId()}/file.txt`;
      await getStorage().bucket('quiet-bucket').file(name).save('12345');
      expect(await seen('finalized', (found) => found['name'] === name, 0)).toEqual([]);
    });

    test('a deleted object reaches its trigger', async () => {
      const name = `${newId()}/file.txt`;
      const file = getStorage().bucket('contract-bucket').file(name);
      await file.save('12345');
      await file.delete();
      expect(await seen('removed', (found) => found['name'] === name)).toHaveLength(1);
    });
  });
}
