import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blobPath, hashBytes } from '../adapters/disk/blobs.ts';
import { DiskStore } from '../adapters/disk/store.ts';
import { loadSite, storedSite } from '../site/site.ts';
import { textRenderer } from '../render/text-renderer.fixture.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import type { Pipeline } from './pipeline-interface.ts';
import { liveFiles, openTextPipeline, temporaryFolder, textSite } from './text-pipeline.fixture.ts';

const pages = 40;
let home: ReturnType<typeof temporaryFolder>;
let source: MemorySource;
let pipeline: Pipeline;
const open = async (): Promise<Pipeline> => (pipeline = await openTextPipeline({ dataDir: home.folder, source }));

beforeEach(async () => {
  home = temporaryFolder();
  source = memorySource();
  for (let index = 0; index < pages; index += 1) {
    source.set(`pages/p${String(index)}`, aPage({ slug: `p${String(index)}`, show_in_menu: index < 3 }));
  }
  await open();
  await pipeline.reconcile();
});
afterEach(async () => {
  await pipeline.close();
  home.remove();
});

/** Number of rows read from the database while `act` runs. */
async function rowsRead(act: () => Promise<unknown>): Promise<number> {
  let rows = 0;
  const own = Object.getOwnPropertyDescriptors(StatementSync.prototype);
  const { get, all, iterate } = StatementSync.prototype;
  Object.assign(StatementSync.prototype, {
    get(this: StatementSync, ...args: Parameters<typeof get>) {
      rows += 1;
      return get.apply(this, args);
    },
    all(this: StatementSync, ...args: Parameters<typeof all>) {
      const found = all.apply(this, args);
      rows += found.length;
      return found;
    },
    *iterate(this: StatementSync, ...args: Parameters<typeof iterate>) {
      for (const row of iterate.apply(this, args)) {
        rows += 1;
        yield row;
      }
    },
  });
  try {
    await act();
  } finally {
    Object.defineProperties(StatementSync.prototype, own);
  }
  return rows;
}

it('opening reads a constant number of rows', async () => {
  await pipeline.close();
  expect(await rowsRead(open)).toBeLessThan(20);
  expect(pipeline.status()).toMatchObject({ state: 'idle', release: '1' });
  await pipeline.close();
  await open();
  expect(await rowsRead(() => pipeline.close())).toBeLessThan(pages + 20);
  await open();
  expect(await rowsRead(() => pipeline.reconcile())).toBeGreaterThan(pages);
});

it('a hint before the first full scan publishes the whole site', async () => {
  await pipeline.close();
  home.remove();
  home = temporaryFolder();
  await open();
  await pipeline.publish(['pages/p7']);
  expect(pipeline.releases()).toHaveLength(1);
  expect(pipeline.documents()).toBe(pages);
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
});

it('an operator command before the first full scan is rejected', async () => {
  await pipeline.close();
  home.remove();
  home = temporaryFolder();
  await open();
  await expect(pipeline.unpin()).rejects.toThrow('There is no release yet');
  await expect(pipeline.useCompiled(textSite('text-2'))).rejects.toThrow('There is no release yet');
  expect(pipeline.releases()).toEqual([]);
});

it('serves, extends and verifies the previous release', async () => {
  const before = await liveFiles(pipeline);
  await pipeline.close();
  await open();
  expect(await liveFiles(pipeline)).toEqual(before);
  source.set('pages/p7', aPage({ slug: 'p7', title: 'New', show_in_menu: false }));
  await pipeline.publish(['pages/p7']);
  expect((await liveFiles(pipeline))['/p7.html']).toContain('New');
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
});

it('an opened release stays unchanged while the first edit is published', async () => {
  await pipeline.close();
  await open();
  const live = pipeline.live();
  const before = live?.get('/p7.html')?.hash;
  source.set('pages/p7', aPage({ slug: 'p7', title: 'New', show_in_menu: false }));
  await pipeline.publish(['pages/p7']);
  expect(live?.get('/p7.html')?.hash).toBe(before);
  expect(pipeline.live()?.get('/p7.html')?.hash).not.toBe(before);
});

it('loading on demand equals loading at once', async () => {
  await pipeline.rollback('1');
  await pipeline.close();
  const store = new DiskStore(home.folder);
  const [site, all] = [storedSite(store, null), loadSite(store)];
  expect(Object.keys(site)).toEqual(Object.keys(all));
  for (const part of ['files', 'staticFiles', 'receipts', 'failed', 'images', 'problems'] as const) {
    expect([...site[part].keys()]).toEqual([...all[part].keys()]);
  }
  expect(site.content.documents.size).toBe(pages);
  expect(site.pinned?.files.size).toBe(all.pinned?.files.size);
  store.close();
  await open();
});

it('checks bytes after a writer was killed, even if the folder was opened and closed in between', async () => {
  const hash = pipeline.live()?.get('/p7.html')?.hash ?? '';
  const before = await liveFiles(pipeline);
  await pipeline.close();
  writeFileSync(join(home.folder, 'writing'), '');
  for (const _ of [1, 2]) {
    await open();
    await pipeline.close();
  }
  const file = blobPath(join(home.folder, 'blobs'), hash);
  const bytes = readFileSync(file, 'utf8');
  writeFileSync(file, 'X'.repeat(bytes.length));
  await open();
  await pipeline.reconcile();
  expect(readFileSync(file, 'utf8')).toBe(bytes);
  await pipeline.close();
  rmSync(file);
  await open();
  expect(await liveFiles(pipeline)).toEqual(before);
});

it('rebuilds lost files before publishing', async () => {
  const hash = pipeline.live()?.get('/p7.html')?.hash ?? '';
  await pipeline.close();
  const file = blobPath(join(home.folder, 'blobs'), hash);
  writeFileSync(join(home.folder, 'writing'), '');
  rmSync(file);
  await open();
  await pipeline.follow();
  expect(hashBytes(readFileSync(file))).toBe(hash);
});

it('removes a lost file of a document that was deleted meanwhile', async () => {
  const hash = pipeline.live()?.get('/p7.html')?.hash ?? '';
  await pipeline.close();
  writeFileSync(join(home.folder, 'writing'), '');
  rmSync(blobPath(join(home.folder, 'blobs'), hash));
  source.delete('pages/p7');
  await open();
  await pipeline.reconcile();
  expect(Object.keys(await liveFiles(pipeline))).not.toContain('/p7.html');
  expect(await pipeline.verify()).toMatchObject({ identical: true, differing: [] });
});

describe('a page that another pipeline version renders differently', () => {
  beforeEach(async () => {
    await pipeline.close();
    const database = new DatabaseSync(join(home.folder, 'pipeline.sqlite'));
    database.exec(
      `UPDATE receipts SET reads = replace(reads, '"page:p7","', '"page:p7","of before ') WHERE route = '/page/p7'`,
    );
    database.close();
    const renderer = (fingerprint?: string) => ({
      ...textRenderer(fingerprint),
      render: (...args: Parameters<ReturnType<typeof textRenderer>['render']>) => textRenderer('newer').render(...args),
    });
    pipeline = await openTextPipeline({ dataDir: home.folder, source, renderer });
  });
  const p7 = async (): Promise<string | undefined> => (await liveFiles(pipeline))['/p7.html'];

  it('is rendered again in the background', async () => {
    await pipeline.follow();
    expect(await p7()).not.toContain('newer');
    await expect.poll(p7).toContain('newer');
    expect(pipeline.releases()).toHaveLength(2);
    expect((await liveFiles(pipeline))['/p8.html']).not.toContain('newer');
  });

  it('goes live with an edit that is published first', async () => {
    const following = pipeline.follow();
    source.set('pages/p3', aPage({ slug: 'p3', title: 'New', show_in_menu: false }));
    await Promise.all([following, pipeline.publish(['pages/p3'])]);
    expect(await p7()).toContain('newer');
    expect(pipeline.releases()).toHaveLength(2);
  });
});
