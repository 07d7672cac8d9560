import { limits } from '@frontage/model/limits';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderObjects } from '../adapters/objects/objects.ts';
import { aDemo, anEmbed, aPage as aBarePage, aRedirect, aSetting, aSlug } from '../sync/documents.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import type { JsonObject } from '../sync/source.ts';
import type { Pipeline } from './pipeline-interface.ts';
import { openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

// More than one sitemap file can contain. Iterating all pages visits more entries than one sitemap file has.
const pages = limits.sitemapUrls + 100;
const { folder, remove } = temporaryFolder();
const source = memorySource();
let pipeline: Pipeline;
let documentsRead = 0;

/** A page with the image that all pages share, so that the image has as many dependents as there are pages. */
const aPage = (over: JsonObject): JsonObject => aBarePage({ og_image_url: 'https://example.com/shared.png', ...over });

beforeAll(async () => {
  for (let index = 0; index < pages; index += 1) {
    source.set(`pages/p${String(index)}`, aPage({ slug: `p${String(index)}`, show_in_menu: index < 3 }));
    source.set(`slugs/page:p${String(index)}`, aSlug(`p${String(index)}`));
  }
  source.set('demo_pages/d', aDemo({ slug: 'd' }));
  source.set('demo_embeds/d', anEmbed());
  const read = source.read.bind(source);
  source.read = (paths) => {
    documentsRead += paths.length;
    return read(paths);
  };
  pipeline = await openTextPipeline({ dataDir: folder, source });
  await pipeline.reconcile();
});
afterAll(async () => {
  await pipeline.close();
  remove();
});

/** Size of the largest `Map` or `Set` that is iterated while `act` runs. */
async function largestIterated(act: () => Promise<unknown>): Promise<number> {
  let largest = 0;
  const restore: (() => void)[] = [];
  for (const prototype of [Map.prototype, Set.prototype] as (Map<unknown, unknown> | Set<unknown>)[]) {
    for (const name of [Symbol.iterator, 'entries', 'keys', 'values', 'forEach'] as const) {
      const own = Object.getOwnPropertyDescriptor(prototype, name);
      if (!own) continue;
      const original = own.value as (this: { size: number }, ...args: unknown[]) => unknown;
      Object.defineProperty(prototype, name, {
        ...own,
        value: function (this: { size: number }, ...args: unknown[]) {
          largest = Math.max(largest, this.size);
          return original.apply(this, args);
        },
      });
      restore.push(() => Object.defineProperty(prototype, name, own));
    }
  }
  try {
    await act();
  } finally {
    for (const restoreMethod of restore) restoreMethod();
  }
  return largest;
}

const inSitemap = '2026-05-06T00:00:00.000Z';
it.each<[string, string, JsonObject | null]>([
  ['a body', 'pages/p700', aPage({ slug: 'p700', show_in_menu: false, body: 'New' })],
  [
    'a title and a day',
    'pages/p701',
    aPage({ slug: 'p701', show_in_menu: false, title: 'New', updated_at: inSitemap }),
  ],
  ['a new page', 'pages/new', aPage({ slug: 'new', show_in_menu: false })],
  ['a deleted page', 'pages/p702', null],
  ['a changed address', 'pages/p703', aPage({ slug: 'other', show_in_menu: false })],
  ['the slug of the changed address', 'slugs/page:other', aSlug('p703')],
  ['a redirect', 'redirects/x', aRedirect('/old', '/page/p703')],
  ['a draft', 'pages/p704', aPage({ slug: 'p704', is_published: false })],
  ['the address of another page', 'pages/p705', aPage({ slug: 'p1', show_in_menu: false })],
  ['an invalid document', 'pages/p706', aPage({ slug: 'p706', show_in_menu: false, title: '' })],
  ['a parent', 'pages/p707', aPage({ slug: 'p707', show_in_menu: false, parent_id: 'p1' })],
  ['an embed', 'demo_embeds/d', anEmbed('https://demo.example/new')],
  ['robots', 'site_settings/seo', aSetting({ sitemap_frequency: 'weekly', robots_custom_rules: 'Disallow: /x' })],
])('an edit iterates no collection that grows with the site: %s', async (_, path, data) => {
  if (data === null) source.delete(path);
  else source.set(path, data);
  documentsRead = 0;
  expect(await largestIterated(() => pipeline.publish([path]))).toBeLessThanOrEqual(limits.sitemapPartUrls);
  expect(documentsRead).toBeLessThanOrEqual(2);
});

it('a rollback and the next edit iterate only differences', async () => {
  const [, before] = pipeline.releases();
  expect(await largestIterated(() => pipeline.rollback(before?.id ?? ''))).toBeLessThanOrEqual(limits.sitemapPartUrls);
  source.delete('pages/p708');
  expect(await largestIterated(() => pipeline.publish(['pages/p708']))).toBeLessThanOrEqual(limits.sitemapPartUrls);
});

it('edits and a rollback equal a from-scratch build', async () => {
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  await pipeline.unpin();
});

it(
  'an edit after a commit of another process iterates no collection that grows with the site',
  { tags: 'full' },
  async () => {
    const state = folderObjects(join(folder, 'state'));
    const [ada, bob] = [
      await openTextPipeline({ dataDir: join(folder, 'ada'), source, state }),
      await openTextPipeline({ dataDir: join(folder, 'bob'), source, state }),
    ];
    try {
      for (const each of [ada, bob]) await each.reconcile();
      for (const [round, each] of [ada, bob, ada, bob].entries()) {
        const path = `pages/p${String(800 + round)}`;
        source.set(path, aPage({ slug: `p${String(800 + round)}`, show_in_menu: false, body: 'New' }));
        const largest = await largestIterated(() => each.publish([path]));
        // The first commit of another process iterates the maps loaded from the store, to convert them into patched maps.
        if (round >= 2) expect(largest).toBeLessThanOrEqual(limits.sitemapPartUrls);
      }
      expect(await bob.verify()).toEqual({ identical: true, differing: [] });
    } finally {
      for (const each of [ada, bob]) await each.close();
    }
  },
);

it('a full step iterates the whole site, which shows that the measurement works', async () => {
  expect(await largestIterated(() => pipeline.reconcile())).toBeGreaterThanOrEqual(pages);
});

it('edits equal a from-scratch build', async () => {
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
});
