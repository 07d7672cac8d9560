import { randomUUID } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import { firestoreSource } from '../../../pipeline/adapters/firestore/source.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import type { ContentSource, JsonObject } from '../../../pipeline/sync/source.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { FieldValue, getFirestore, type Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget } from '../target.ts';

/** A source and functions that write to it. */
interface Written {
  source: ContentSource;
  /** Returns the server's time of the request, which the document stores; the write has it or a later time. */
  set(path: string, data: JsonObject): Promise<string>;
  /** Writes many documents at the same time, as an import does. */
  setTogether(paths: readonly string[]): Promise<void>;
  /** Deletes the document and writes a tombstone. */
  remove(path: string): Promise<void>;
  close(): Promise<void>;
}

const sources: [string, () => Promise<Written>][] = [
  [
    'in memory',
    async () => {
      const source = memorySource();
      return {
        source,
        set: async (path, data) => {
          source.set(path, data);
          return serverTimeOf((await source.read([path])).documents[0]);
        },
        setTogether: async (paths) => paths.forEach((path) => source.set(path, {})),
        remove: async (path) => source.delete(path),
        close: async () => undefined,
      };
    },
  ],
  [
    'in Firestore',
    async () => {
      const target = await openTarget({ only: ['firestore'] });
      const app = initializeApp({ projectId: target.project }, `source-${randomUUID()}`);
      const firestore = getFirestore(app);
      return {
        source: firestoreSource(firestore),
        set: async (path, data) => {
          await firestore.doc(path).set({ ...data, updated_at: FieldValue.serverTimestamp() });
          const stored = await firestore.doc(path).get();
          return (stored.get('updated_at') as Timestamp).toDate().toISOString();
        },
        setTogether: async (paths) => {
          const batch = firestore.batch();
          for (const path of paths) batch.set(firestore.doc(path), { updated_at: FieldValue.serverTimestamp() });
          await batch.commit();
        },
        remove: async (path) => {
          const tombstone = firestore.collection(collections.tombstones).doc(randomUUID());
          await firestore.doc(path).delete();
          await tombstone.set({ path, deleted_at: FieldValue.serverTimestamp() });
        },
        close: async () => {
          await deleteApp(app);
          await target.stop();
        },
      };
    },
  ],
];

/** Update times have microseconds, server timestamps in documents have milliseconds (`setToServerValue` in the API). */
const serverTimeOf = (document: { time: string | null } | undefined): string =>
  new Date(document?.time ?? '').toISOString();

describe.each(sources)('content %s', (_name, open) => {
  let written: Written;
  beforeAll(async () => {
    written = await open();
  });
  afterAll(() => written.close());

  const read = async (path: string) => (await written.source.read([path])).documents[0];

  it('reads given documents in one snapshot, including missing ones', async () => {
    await written.set('pages/one', { title: 'Zeile\n“zwei”', nested: { list: [1, null, 'é'] }, flag: true });
    const { documents, at } = await written.source.read(['pages/none', 'pages/one']);
    expect(documents.map(({ path, data }) => [path, data === null])).toEqual([
      ['pages/none', true],
      ['pages/one', false],
    ]);
    expect(documents[1]?.data).toMatchObject({
      title: 'Zeile\n“zwei”',
      nested: { list: [1, null, 'é'] },
      flag: true,
    });
    expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(documents[1]?.time ?? ''));
  });

  it('changes a document’s update time with every write only', async () => {
    await written.set('pages/v', { title: '1' });
    const first = await read('pages/v');
    expect(await read('pages/v')).toEqual(first);
    await written.set('pages/v', { title: '1' });
    expect((await read('pages/v'))?.time).not.toBe(first?.time);
  });

  it('reads all documents of the given collections only', async () => {
    await written.set('pages/all', { title: 'All' });
    await written.set('demo_pages/all', { heading: 'All' });
    await written.set('users/all', { secret: true });
    const { documents } = await written.source.readAll(['pages', 'demo_pages']);
    const paths = documents.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['pages/all', 'demo_pages/all']));
    expect(paths.filter((path) => !/^(pages|demo_pages)\//.test(path))).toEqual([]);
  });

  it('lists writes and deletions since a time, inclusive', async () => {
    await written.set('pages/before', { title: 'Before' });
    await written.set('pages/goes', { title: 'Goes' });
    await written.set('pages/returns', { title: 'Returns' });
    const moment = await written.set('pages/now', { title: 'Now' });
    await written.remove('pages/goes');
    await written.remove('pages/returns');
    await written.set('pages/returns', { title: 'Back' });
    const changes = await written.source.changedSince(moment);
    const { documents } = await written.source.read(['pages/now', 'pages/returns']);
    expect(changes.written.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual(
      documents.map(({ path, time }) => ({ path, time })),
    );
    expect(documents.map(({ data }) => data?.['title'])).toEqual(['Now', 'Back']);
    expect([...changes.deleted].sort()).toEqual(['pages/goes', 'pages/returns']);
    expect(Date.parse(changes.at)).toBeGreaterThanOrEqual(Date.parse(moment));
  });

  it('lists each write of an import once', async () => {
    const moment = await written.set('pages/import', { title: 'Import' });
    const together = Array.from({ length: 260 }, (_, index) => `pages/import-${String(index)}`);
    await written.setTogether(together);
    await written.setTogether(together.map((path) => `${path}-again`));
    const { written: found } = await written.source.changedSince(moment);
    expect(found.map(({ path }) => path).sort()).toEqual(
      ['pages/import', ...together, ...together.map((path) => `${path}-again`)].sort(),
    );
  });

  it('omits embed codes from changes, because their demos change too', async () => {
    const moment = await written.set('pages/mark', { title: 'Mark' });
    await written.set('demo_embeds/d', { iframe_url: 'https://demo.example' });
    const { written: found } = await written.source.changedSince(moment);
    expect(found.map(({ path }) => path)).toEqual(['pages/mark']);
  });
});
