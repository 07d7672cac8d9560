import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashBytes, DiskBlobs } from '../adapters/disk/blobs.ts';
import { DiskStore } from '../adapters/disk/store.ts';
import { temporaryFolder } from '../engine/text-pipeline.fixture.ts';
import type { FileEntry } from '../site/files.ts';
import type { Commit, ReleaseStore } from '../site/store.ts';
import type { DocumentVersion } from '../sync/stored-document.ts';
import type { Blobs } from '../site/blobs.ts';
import { Pruner } from './pruner.ts';

const config = { origin: '', adminOrigin: '', embedOrigin: '' };
const retain = 2;
const patiently = { timeout: 20_000 };
/** More files than a commit removes in its own transaction. */
const many = 300;

let home: ReturnType<typeof temporaryFolder>;
let store: ReleaseStore;
let blobs: Blobs;
let pruner: Pruner;
let isBusy: boolean;
let erased: string[];
let steps: string[];
let clock: number;
let pausedPrune: (pruned: Awaited<ReturnType<ReleaseStore['prune']>>) => Promise<void>;
let resume: () => void;

beforeEach(() => {
  home = temporaryFolder();
  [pausedPrune, resume] = [async () => {}, () => {}];
  store = new DiskStore(home.folder);
  blobs = new DiskBlobs(join(home.folder, 'blobs'));
  [isBusy, erased, steps, clock] = [false, [], [], 0];
  pruner = new Pruner({
    store: {
      endPruning: () => store.endPruning(),
      isReferenced: (hash, by) => store.isReferenced(hash, by),
      prune: async () => {
        const pruned = await store.prune();
        if (pruned !== null) steps.push('rows');
        await pausedPrune(pruned);
        return pruned;
      },
    },
    blobs: {
      write: (bytes) => blobs.write(bytes),
      holds: (blob, thorough) => blobs.holds(blob, thorough),
      forget: (hashes) => (erased.push(...hashes), blobs.forget(hashes)),
      eraseForgotten: () => (steps.push('bytes'), blobs.eraseForgotten()),
    },
    isBusy: () => isBusy,
    now: () => clock,
    onError: (error) => {
      throw error;
    },
  });
});
afterEach(async () => {
  [isBusy, pausedPrune] = [false, async () => {}];
  resume();
  await pruner.close();
  store.close();
  home.remove();
});

const text = (index: number, version: string): Uint8Array =>
  Buffer.from(`${version} of file ${String(index)} `.repeat(9));
const hashOf = (index: number, version: string): string => hashBytes(text(index, version));

interface Change {
  /** The version of all files in the new release. */
  version: string;
  /** Files to remove. */
  removed?: readonly number[];
  documents?: Commit['documents'];
}

/** Commits a release in which all files have a new version. */
async function commit({ version, removed = [], documents = [] }: Change): Promise<void> {
  const number = (store.head()?.commit ?? 0) + 1;
  const kept = Array.from({ length: many }, (_, index) => index).filter((index) => !removed.includes(index));
  const sink = blobs.together();
  for (const index of kept) await sink.add(hashOf(index, version), text(index, version));
  await sink.end();
  const files = kept.map((index): FileEntry => {
    const bytes = text(index, version);
    const [path, hash] = [`/${String(index)}.html`, hashBytes(bytes)];
    return { path, hash, contentType: 'text/html', size: bytes.length, kind: 'page', route: null };
  });
  const counts = { added: 0, changed: 0, removed: 0, ms: 1, documents: [], asOf: '', pin: null };
  const none = { set: [], end: [] };
  const unneeded = store.commit(
    {
      head: { commit: number, release: String(number), pin: null, asOf: '', config, leaving: {} },
      release: { id: String(number), createdAt: '', ...counts },
      documents,
      receipts: none,
      files: { set: files, end: removed.map((index) => `/${String(index)}.html`) },
      images: none,
      notices: [],
    },
    retain,
  );
  pruner.discard(unneeded);
  pruner.wake();
}

const page = (id: string, data: DocumentVersion['data']) => {
  const path = `pages/${id}`;
  return { path, after: { path, data, time: '', valid: null } };
};

/** Whether the bytes are anywhere on the disk. */
const isOnDisk = (index: number, version: string): boolean => {
  const folder = join(home.folder, 'blobs');
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) =>
      entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(Buffer.from(text(index, version))),
  );
};

describe('removing a bulk release that is no longer kept', () => {
  it('happens after the commit, and leaves every kept release readable', async () => {
    for (const version of ['one', 'two', 'three']) await commit({ version });
    expect(store.releases().map(({ id }) => id)).toEqual(['3', '2']);
    expect([isOnDisk(0, 'one'), erased]).toEqual([true, []]);
    await expect.poll(() => isOnDisk(0, 'one'), patiently).toBe(false);
    await pruner.close();
    expect(new Set(erased)).toEqual(new Set(Array.from({ length: many }, (_, index) => hashOf(index, 'one'))));
    for (const release of ['3', '2']) {
      for (const { hash } of store.at(release).files) expect(await blobs.read(hash)).not.toBeNull();
    }
    expect(readdirSync(join(home.folder, 'blobs', 'packs'))).toHaveLength(2);
  });

  it('waits while a step runs, and keeps files that its release contains again', async () => {
    await commit({ version: 'one' });
    await commit({ version: 'two' });
    isBusy = true;
    await commit({ version: 'three' });
    await commit({ version: 'one' });
    expect(erased).toEqual([]);
    isBusy = false;
    await expect.poll(() => isOnDisk(1, 'two'), patiently).toBe(false);
    await pruner.close();
    expect(erased).not.toContain(hashOf(0, 'one'));
    for (const { hash } of store.current().files) expect(await blobs.read(hash)).not.toBeNull();
  });

  it('keeps files that an image or template was found to have before its commit', async () => {
    await commit({ version: 'one' });
    expect(await pruner.claims.write(text(7, 'one'))).toBe(hashOf(7, 'one'));
    await commit({ version: 'two' });
    await commit({ version: 'three' });
    await expect.poll(() => isOnDisk(8, 'one'), patiently).toBe(false);
    await pruner.close();
    expect(await blobs.read(hashOf(7, 'one'))).not.toBeNull();
  });

  it('opens each pack once, after all rows', async () => {
    for (const version of ['one', 'two', 'three']) await commit({ version });
    await expect.poll(() => isOnDisk(0, 'one'), patiently).toBe(false);
    const slices = steps.slice(steps.indexOf('rows'), steps.lastIndexOf('rows') + 1);
    expect([slices.length > 2, slices.includes('bytes')]).toEqual([true, false]);
  });

  it.each<[string, Partial<Change>, number]>([
    ['a deleted page', { removed: [many - 1] }, many - 1],
    ['a deleted document', { documents: [{ path: 'pages/a', after: null }] }, 0],
    ['an unpublished page', { documents: [page('a', { is_published: false })] }, 0],
    ['a hidden section', { documents: [page('a', { is_visible: false })] }, 0],
    ['a protected demo', { documents: [page('a', { is_password_protected: true })] }, 0],
  ])('erases the bytes of %s first', async (_, change, index) => {
    isBusy = true;
    await commit({ version: 'one', documents: [page('a', { is_published: true })] });
    await commit({ version: 'two' });
    await commit({ version: 'three', ...change });
    await commit({ version: 'four', removed: change.removed ?? [] });
    await commit({ version: 'five', removed: change.removed ?? [] });
    isBusy = false;
    // The file of version "two" is the last that showed the content.
    const withdrawn = hashOf(index, 'two');
    await expect.poll(() => erased.length, patiently).toBe(3 * many - (change.removed?.length ?? 0));
    const first = change.removed ? change.removed.length * 2 : many;
    expect(erased.indexOf(withdrawn)).toBeLessThan(first);
    expect(steps.filter((step) => step === 'bytes').length).toBeGreaterThan(1);
  });

  it('is completed before a step after ten minutes without a pause', async () => {
    for (const version of ['one', 'two']) await commit({ version });
    isBusy = true;
    await commit({ version: 'three' });
    await pruner.catchUp();
    expect(isOnDisk(0, 'one')).toBe(true);
    clock += 600_000;
    isBusy = false;
    await pruner.catchUp();
    expect([isOnDisk(0, 'one'), await store.prune()]).toEqual([false, null]);
  });

  it('continues before each step after twenty releases without a pause, and with withdrawn content to its end', async () => {
    isBusy = true;
    await commit({ version: 'one' });
    for (let round = 0; round < 24; round += 1) await commit({ version: `later ${String(round)}`, removed: [0] });
    let others = 0;
    pausedPrune = async (pruned) => {
      if (pruned?.isWithdrawn === false && ++others > 1) await new Promise<void>((resolve) => (resume = resolve));
    };
    isBusy = false;
    await pruner.catchUp();
    isBusy = true;
    // The step began although the removal of other content had not ended.
    expect([isOnDisk(0, 'one'), isOnDisk(1, 'one')]).toEqual([false, true]);
    [pausedPrune, isBusy] = [async () => {}, false];
    resume();
    await expect.poll(() => isOnDisk(1, 'one'), patiently).toBe(false);
  });
});

describe('forgotten blobs', () => {
  it('count as missing, and are kept when they are written again before or while they are erased', async () => {
    const loose = Array.from({ length: many }, (_, index) => text(index, 'loose'));
    const hashes = await Promise.all(loose.map((bytes) => blobs.write(bytes)));
    blobs.forget(hashes);
    expect(await blobs.holds({ hash: hashes[0] ?? '', size: loose[0]?.length ?? 0 }, false)).toBe(false);
    await blobs.write(text(0, 'loose'));
    const erasing = blobs.eraseForgotten();
    await Promise.all([1, 2].map((index) => blobs.write(text(index, 'loose'))));
    const sink = blobs.together();
    await sink.add(hashes[3] ?? '', text(3, 'loose'));
    await sink.end();
    await erasing;
    const readable = await Promise.all(hashes.map(async (hash) => (await blobs.read(hash)) !== null));
    expect(readable.flatMap((isReadable, index) => (isReadable ? [index] : []))).toEqual([0, 1, 2, 3]);
  });
});
