import { join } from 'node:path';
import { serverTime, type Data, type Write } from '@frontage/model/changes/write';
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import { initializeAuth, inMemoryPersistence } from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentStore } from '../../../admin/lib/documents/document-store.ts';
import { memoryStore } from '../../../admin/lib/documents/memory-store.fixture.ts';
import { toPlain } from '@frontage/model/stored-values';
import { firestoreStore } from '../../../admin/lib/firestore/client.ts';
import { openTarget } from '../target.ts';

/** A store without documents in the collections used below. */
interface Opened {
  store: DocumentStore;
  close(): Promise<void>;
}

async function openFirestore(): Promise<Opened> {
  const firestoreIndexes = join(import.meta.dirname, '../../../firestore.indexes.json');
  const target = await openTarget({ only: ['firestore'], local: { firestoreIndexes } });
  const firebase = { apiKey: 'any', authDomain: 'any', projectId: target.project, storageBucket: 'any' };
  const app: FirebaseApp = initializeApp(firebase, 'document-store');
  const emulators = { auth: '', storage: '', functions: '', firestore: target.hosts.firestore };
  const config = { firebase, region: 'any', siteOrigin: '', emulators };
  return {
    store: firestoreStore(initializeAuth(app, { persistence: inMemoryPersistence }), config),
    async close() {
      await deleteApp(app);
      await target.stop();
    },
  };
}

const openMemory = (): Promise<Opened> =>
  Promise.resolve({ store: memoryStore().store, close: () => Promise.resolve() });

// One contract for the admin's store (Firestore) and the store of its tests (in memory).
describe.each<[string, () => Promise<Opened>]>([
  ['in memory', openMemory],
  ['in Firestore', openFirestore],
])('documents %s', (_name, open) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  const commit = (...writes: Write[]) => opened.store.commit(writes);
  const read = async (path: string) => toPlain(await opened.store.read(path));
  const okWith = (value: unknown) => ({ ok: true, value });

  it('reads a missing document as null', async () => {
    expect(await read('pages/none')).toEqual(okWith(null));
  });

  it('replaces a document completely with set', async () => {
    const data: Data = {
      text: 'é',
      whole: 7,
      part: 0.5,
      yes: true,
      nothing: null,
      list: ['a', 1],
      map: { deep: { x: 1 } },
    };
    expect(await commit({ type: 'set', path: 'pages/a', data: { former: 1 } })).toMatchObject({ ok: true });
    expect(await commit({ type: 'set', path: 'pages/a', data })).toMatchObject({ ok: true });
    expect(await read('pages/a')).toEqual(okWith(data));
  });

  it('returns the written version and deletes only the given version', async () => {
    const path = 'pages/versions';
    const first = await commit({ type: 'set', path, data: { x: 1 } });
    const second = await commit({ type: 'set', path, data: { x: 2 } });
    expect([first, second]).toEqual([okWith(expect.any(String)), okWith(expect.any(String))]);
    expect(await opened.store.readVersion(path)).toMatchObject(okWith({ version: second.ok ? second.value : '' }));
    const remove = (version: string): Write => ({ type: 'delete', path, version });
    expect(await commit(remove(first.ok ? String(first.value) : ''))).toMatchObject({ ok: false });
    expect(await read(path)).toEqual(okWith({ x: 2 }));
    expect(await commit(remove(second.ok ? String(second.value) : ''))).toEqual(okWith(null));
    expect(await opened.store.readVersion(path)).toEqual(okWith(null));
  });

  it('updates only the given version', async () => {
    const path = 'pages/updated';
    const first = await commit({ type: 'set', path, data: { x: 1, y: 1 } });
    const second = await commit({ type: 'set', path, data: { x: 2, y: 1 } });
    const update = (version: string): Write => ({ type: 'update', path, data: { x: 3 }, version });
    expect(await commit(update(first.ok ? String(first.value) : ''))).toMatchObject({ ok: false });
    expect(await read(path)).toEqual(okWith({ x: 2, y: 1 }));
    expect(await opened.store.readVersion(path, ['x'])).toMatchObject(
      okWith({ data: { x: 2 }, version: second.ok ? second.value : '' }),
    );
    expect(await commit(update(second.ok ? String(second.value) : ''))).toMatchObject({ ok: true });
    expect(await read(path)).toEqual(okWith({ x: 3, y: 1 }));
  });

  it('updates only the given fields', async () => {
    await commit({ type: 'set', path: 'pages/b', data: { kept: 1, changed: 1 } });
    await commit({ type: 'update', path: 'pages/b', data: { changed: 2 } });
    expect(await read('pages/b')).toEqual(okWith({ kept: 1, changed: 2 }));
  });

  it('writes the same server time to all documents of a batch', async () => {
    const data = { at: serverTime };
    await commit({ type: 'set', path: 'pages/c', data }, { type: 'set', path: 'pages/d', data });
    const [c, d] = [await read('pages/c'), await read('pages/d')];
    expect(c).toMatchObject(okWith({ at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string }));
    expect(c).toEqual(d);
  });

  it('writes all of a batch or none', async () => {
    const batch: Write[] = [
      { type: 'set', path: 'pages/e', data: { x: 1 } },
      { type: 'update', path: 'pages/none', data: { x: 1 } },
    ];
    expect(await commit(...batch)).toMatchObject({ ok: false, reason: 'missing' });
    expect(await read('pages/e')).toEqual(okWith(null));
  });

  it('lists a collection in parts, in the order of ids', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await commit(...ids.map((id): Write => ({ type: 'set', path: `parts/${id}`, data: {} })));
    const part = async (after?: string) => {
      const found = await opened.store.list('parts', { ...(after !== undefined && { after }), limit: 2 });
      return found.ok ? found.value.map(({ id }) => id) : found;
    };
    expect(await part()).toEqual(['a', 'b']);
    expect(await part('b')).toEqual(['c', 'd']);
    expect(await part('d')).toEqual(['e']);
    expect(await part('e')).toEqual([]);
  });

  it('deletes existing and missing documents', async () => {
    await commit({ type: 'set', path: 'pages/f', data: { x: 1 } });
    expect(await commit({ type: 'delete', path: 'pages/f' })).toEqual(okWith(null));
    expect(await commit({ type: 'delete', path: 'pages/f' })).toEqual(okWith(null));
    expect(await read('pages/f')).toEqual(okWith(null));
  });

  it('lists a collection and a user’s newest documents', async () => {
    const demo = (created_by: string, created_at: string) => ({ created_by, created_at });
    const demos = {
      a: demo('ada', '2026-01'),
      b: demo('bob', '2026-02'),
      c: demo('ada', '2026-03'),
      d: demo('ada', '2026-02'),
    };
    await commit(
      ...Object.entries(demos).map(([id, data]): Write => ({ type: 'set', path: `demo_pages/${id}`, data })),
    );
    const idsOf = async (choice?: Parameters<DocumentStore['list']>[1]) => {
      const listed = await opened.store.list('demo_pages', choice);
      return listed.ok ? listed.value.map(({ id }) => id) : listed.reason;
    };
    expect(await idsOf()).toEqual(['a', 'b', 'c', 'd']);
    const where = { field: 'created_by', equals: 'ada' };
    expect(await idsOf({ where, newestBy: 'created_at', limit: 2 })).toEqual(['c', 'd']);
    expect(await opened.store.list('nothing')).toEqual(okWith([]));
  });
});
