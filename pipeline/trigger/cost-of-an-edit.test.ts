import { limits } from '@frontage/model/limits';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderObjects } from '../adapters/objects/folder.ts';
import { aDemo, anEmbed, aPage as aBarePage, aRedirect, aSetting, aSlug } from '../sync/documents.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import type { JsonObject } from '../sync/source.ts';
import type { Pipeline } from './pipeline-interface.ts';
import { openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

// More than one sitemap file holds, so that visiting all pages exceeds one file's entries.
const pages = limits.sitemapUrls + 100;
const { folder, remove } = temporaryFolder();
const source = memorySource();
let pipeline: Pipeline;
let documentsRead = 0;

/** All show one picture, which has as many readers as there are pages. */
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

/** How many entries the largest collection has that is gone through while something runs. */
async function mostLookedAt(act: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const restore: (() => void)[] = [];
  for (const prototype of [Map.prototype, Set.prototype] as (Map<unknown, unknown> | Set<unknown>)[]) {
    for (const name of [Symbol.iterator, 'entries', 'keys', 'values', 'forEach'] as const) {
      const own = Object.getOwnPropertyDescriptor(prototype, name);
      if (!own) continue;
      const original = own.value as (this: { size: number }, ...args: unknown[]) => unknown;
      Object.defineProperty(prototype, name, {
        ...own,
        value: function (this: { size: number }, ...args: unknown[]) {
          most = Math.max(most, this.size);
          return original.apply(this, args);
        },
      });
      restore.push(() => Object.defineProperty(prototype, name, own));
    }
  }
  try {
    await act();
  } finally {
    for (const put of restore) put();
  }
  return most;
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
  ['a page that goes', 'pages/p702', null],
  ['another address', 'pages/p703', aPage({ slug: 'other', show_in_menu: false })],
  ['its slug', 'slugs/page:other', aSlug('p703')],
  ['a redirect', 'redirects/x', aRedirect('/old', '/page/p703')],
  ['a draft', 'pages/p704', aPage({ slug: 'p704', is_published: false })],
  ['an address that is taken', 'pages/p705', aPage({ slug: 'p1', show_in_menu: false })],
  ['an invalid document', 'pages/p706', aPage({ slug: 'p706', show_in_menu: false, title: '' })],
  ['a parent', 'pages/p707', aPage({ slug: 'p707', show_in_menu: false, parent_id: 'p1' })],
  ['an embed', 'demo_embeds/d', anEmbed('https://demo.example/new')],
  ['robots', 'site_settings/seo', aSetting({ sitemap_frequency: 'weekly', robots_custom_rules: 'Disallow: /x' })],
])('an edit looks at nothing that grows with the site: %s', async (_, path, data) => {
  if (data === null) source.delete(path);
  else source.set(path, data);
  documentsRead = 0;
  expect(await mostLookedAt(() => pipeline.publish([path]))).toBeLessThanOrEqual(limits.sitemapPartUrls);
  expect(documentsRead).toBeLessThanOrEqual(2);
});

it('a rollback and the edit after it visit only differences', async () => {
  const [, before] = pipeline.releases();
  expect(await mostLookedAt(() => pipeline.rollback(before?.id ?? ''))).toBeLessThanOrEqual(limits.sitemapPartUrls);
  source.delete('pages/p708');
  expect(await mostLookedAt(() => pipeline.publish(['pages/p708']))).toBeLessThanOrEqual(limits.sitemapPartUrls);
});

it('edits and a rollback equal a from-scratch build', async () => {
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  await pipeline.unpin();
});

it('an edit after another process has published looks at nothing that grows with the site', async () => {
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
      const most = await mostLookedAt(() => each.publish([path]));
      // The first commit of others makes the maps that were read from the store into maps that share their entries.
      if (round >= 2) expect(most).toBeLessThanOrEqual(limits.sitemapPartUrls);
    }
    expect(await bob.verify()).toEqual({ identical: true, differing: [] });
  } finally {
    for (const each of [ada, bob]) await each.close();
  }
});

it('a full step looks at everything, which shows that looking is seen', async () => {
  expect(await mostLookedAt(() => pipeline.reconcile())).toBeGreaterThanOrEqual(pages);
});

it('edits equal a from-scratch build', async () => {
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
});
