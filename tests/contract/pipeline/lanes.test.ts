import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileSite } from '../../../pipeline/adapters/astro/compile.ts';
import { openPipeline, type Pipeline } from '../../../pipeline/pipeline.ts';
import { aPage } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import { compiledFolder } from '../../data-folders.ts';
import { sized } from '../../full.ts';
import { root, offlineOptions } from './real-site.ts';

const pageCount = 120;
const count = sized(400, 150);
const children = Array.from({ length: count }, (_, index) => `pages/child${String(index)}`);

describe.each([
  ['in the menu', true],
  ['outside of the menu', false],
])('with the real templates, while new child pages %s are published', (_name, isInMenu) => {
  let folder: string;
  let source: MemorySource;
  let pipeline: Pipeline;
  let releases: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'frontage-lanes-'));
    source = memorySource();
    source.set('site_settings/visitors', {
      value: { search_enabled: true, feed_enabled: false, language: null },
      rev: 1,
      updated_at: '2026-01-01T00:00:00.000Z',
      updated_by: 'u',
    });
    for (let index = 0; index < pageCount; index += 1)
      source.set(`pages/p${String(index)}`, aPage({ slug: `p${String(index)}`, show_in_menu: index < 3 }));
    releases = 0;
    pipeline = await openPipeline({
      ...offlineOptions,
      dataDir: folder,
      compiled: await compileSite({ root, outDir: join(compiledFolder, 'compiled'), log: () => undefined }),
      log: (logged) => {
        if (logged.event === 'release') releases += 1;
      },
      ports: { source },
    });
    await pipeline.reconcile();
  });
  afterEach(async () => {
    await pipeline.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['in one hint', () => pipeline.publish(children)],
    ['one by one', () => Promise.all(children.map((path) => pipeline.publish([path])))],
    ['one by one, as bulk', () => Promise.all(children.map((path) => pipeline.publish([path], undefined, true)))],
  ])('publishes each edit before them: %s', async (_how, publishAll) => {
    for (const path of children) {
      const slug = path.replace('pages/', '');
      source.set(path, aPage({ slug, title: slug, parent_id: 'p0', show_in_menu: isInMenu }));
    }
    let isDone = false;
    const all = publishAll().finally(() => (isDone = true));
    /** Releases from each edit until it is live. */
    const waits: number[] = [];
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      const before = releases;
      const path = `pages/p${String(50 + (waits.length % 50))}`;
      source.set(
        path,
        aPage({ slug: path.replace('pages/', ''), title: `T${String(waits.length)}`, show_in_menu: false }),
      );
      await pipeline.publish([path]);
      waits.push(releases - before);
    }
    await all;
    // A release that has begun when the edit arrives is completed.
    expect(Math.max(...waits)).toBeLessThanOrEqual(2);
    expect(waits.length).toBeGreaterThan(2);
    const live = pipeline.live();
    expect(children.filter((path) => !live?.get(`/page/${path.replace('pages/', '')}.html`))).toEqual([]);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });
});
