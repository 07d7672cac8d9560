import type { Commit, ReleaseContents, ReleaseRecord } from '../../../pipeline/site/store.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeImplementations, type OpenedStore } from './stores.ts';

const config = { origin: 'https://site.example', adminOrigin: '', embedOrigin: '' };
const counts = { added: 0, changed: 0, removed: 0, ms: 1, documents: [], asOf: '2026-01-01', pin: null };

describe.each(storeImplementations)('stored state %s', (_name, open) => {
  let memory: OpenedStore;
  beforeEach(async () => {
    memory = await open();
  });
  afterEach(() => memory.close());

  interface Parts extends Partial<Commit> {
    /** The new text of the page at `/a.html`; null removes the page. */
    page?: string | null;
    isPassing?: true;
  }

  /** Commits the next release. Returns the hashes of blobs that are no longer needed. */
  const commit = async ({ page, isPassing, ...parts }: Parts): Promise<string[]> => {
    const { store, committer, blobs } = memory;
    const number = (store.head()?.commit ?? 0) + 1;
    const createdAt = '2026-01-01T00:00:00.000Z';
    const release: ReleaseRecord = { id: String(number), createdAt, ...counts, ...(isPassing && { isPassing }) };
    const hash = typeof page === 'string' ? await blobs.write(Buffer.from(page)) : '';
    const file = { path: '/a.html', hash, contentType: 'text/html', size: page?.length ?? 0, route: '/a' };
    const step: Commit = {
      head: { commit: number, release: release.id, pin: null, asOf: '2026-01-01', config, leaving: {} },
      release,
      documents: [],
      receipts: { set: [], end: [] },
      files: {
        set: typeof page === 'string' ? [{ ...file, kind: 'page' }] : [],
        end: page === null ? ['/a.html'] : [],
      },
      images: { set: [], end: [] },
      notices: [],
      ...parts,
    };
    return committer.commit(step, 2);
  };
  const document = (path: string, title: string) => ({ path, data: { title }, time: 't', valid: null });
  const receipt = (route: string) => ({
    route,
    reads: new Map([['page:a', 'h']]),
    fingerprint: 'f',
    document: 'pages/a',
    failure: null,
  });
  const held = ({ documents, receipts, files }: ReleaseContents) => ({
    documents: [...documents],
    receipts: Array.from(receipts, ({ reads, ...receipt }) => ({ ...receipt, reads: new Map(reads) })),
    files: [...files],
  });
  const textAt = async (files: Iterable<{ hash: string }>) => {
    const [first] = files;
    const bytes = await memory.blobs.read(first?.hash ?? '');
    return bytes && Buffer.from(bytes).toString();
  };

  it('is empty at first', () => {
    const { store } = memory;
    expect([store.head(), store.cursor(), store.releases(), store.images(), store.notices()]).toEqual([
      null,
      null,
      [],
      [],
      [],
    ]);
    expect(held(store.current())).toEqual({ documents: [], receipts: [], files: [] });
  });

  it('equals the committed state', async () => {
    const image = { address: 'x', key: 'k', version: null, image: { src: '/x', width: 1, height: 1, sources: [] } };
    await commit({
      page: 'one',
      documents: [{ path: 'pages/a', after: document('pages/a', 'Zeile\n“zwei”') }],
      receipts: { set: [receipt('/a')], end: [] },
      images: { set: [{ ...image, files: [] }], end: [] },
    });
    const { store } = memory;
    expect(store.head()).toMatchObject({ commit: 1, release: '1', config });
    expect(held(store.current())).toMatchObject({
      documents: [document('pages/a', 'Zeile\n“zwei”')],
      receipts: [receipt('/a')],
      files: [{ path: '/a.html', kind: 'page', route: '/a' }],
    });
    expect(store.images()).toEqual([{ ...image, files: [] }]);
    expect(await textAt(store.current().files)).toBe('one');
  });

  it('can be read at every kept release', async () => {
    await commit({ page: 'one', documents: [{ path: 'pages/a', after: document('pages/a', '1') }] });
    await commit({ page: null, documents: [{ path: 'pages/a', after: null }] });
    const { store } = memory;
    expect(held(store.current())).toMatchObject({ documents: [], files: [] });
    expect(held(store.at('1'))).toMatchObject({ documents: [document('pages/a', '1')] });
    expect(await textAt(store.at('1').files)).toBe('one');
    const { documents, files, receipts } = store.changesTo('1');
    expect([...documents]).toEqual([['pages/a', document('pages/a', '1')]]);
    expect([...files]).toMatchObject([['/a.html', { kind: 'page', route: '/a' }]]);
    expect([receipts.size, store.changesTo('2').files.size]).toEqual([0, 0]);
    await commit({ page: 'new', documents: [{ path: 'pages/b', after: document('pages/b', '3') }] });
    expect(store.changesTo('2').documents).toEqual(new Map([['pages/b', undefined]]));
    expect(store.releases().map(({ id }) => id)).toEqual(['3', '2']);
  });

  it('drops old releases and returns the hashes of unneeded blobs', async () => {
    await commit({ page: 'one' });
    const { hash } = held(memory.store.current()).files[0] ?? { hash: '' };
    expect(await commit({ page: 'two' })).toEqual([]);
    expect(await commit({ page: 'three' })).toEqual([hash]);
    expect(memory.store.releases().map(({ id }) => id)).toEqual(['3', '2']);
    expect(memory.store.heldBlobs('files').has(hash)).toBe(false);
  });

  it('replaces a passing release by the next one and deletes its Firestore document', async () => {
    await commit({ page: 'one' });
    await commit({ page: 'two', isPassing: true });
    await commit({ page: 'three' });
    expect(memory.store.releases().map(({ id }) => id)).toEqual(['3', '1']);
    expect(memory.store.notices()).toEqual([{ path: 'releases/2', data: null }]);
  });

  it('keeps undelivered notices, the newest per document', async () => {
    const notice = (path: string, state: string) => ({ path, data: { state } });
    await commit({ notices: [notice('build_state/a', 'failed'), notice('build_state/b', 'live')] });
    const [earlier] = memory.store.notices();
    await commit({ notices: [notice('build_state/a', 'live')] });
    const { store } = memory;
    expect(store.notices(1)).toEqual([notice('build_state/b', 'live')]);
    store.delivered([earlier ?? notice('', ''), notice('build_state/b', 'live')]);
    expect(store.notices()).toEqual([notice('build_state/a', 'live')]);
  });

  it('rejects a commit with a used number and does not change', async () => {
    await commit({ page: 'one' });
    const head = memory.store.head();
    if (head === null) throw new Error('There is a head');
    await expect(commit({ page: 'two', head })).rejects.toThrow(/Another process/);
    expect(await textAt(memory.store.current().files)).toBe('one');
  });

  it('stores the cursor of the source', () => {
    const cursor = { at: '2026-01-01T00:00:00.000Z', readAll: '2026-01-01T00:00:00.000Z', again: ['pages/a'] };
    memory.store.setCursor(cursor);
    expect(memory.store.cursor()).toEqual(cursor);
  });
});
