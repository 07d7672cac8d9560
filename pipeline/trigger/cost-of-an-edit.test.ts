import { limits } from '@frontage/model/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDemo, anEmbed, aPage as aBarePage, aRedirect, aSetting, aSlug } from '../sync/documents.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import type { JsonObject } from '../sync/source.ts';
import type { Pipeline } from './control.ts';
import { openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

// More than one file of the sitemap holds: whoever looks at all of them looks at more than at one file's entries.
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

it('going back looks at what was different then, and so does an edit after it', async () => {
  const [, before] = pipeline.releases();
  expect(await mostLookedAt(() => pipeline.rollback(before?.id ?? ''))).toBeLessThanOrEqual(limits.sitemapPartUrls);
  source.delete('pages/p708');
  expect(await mostLookedAt(() => pipeline.publish(['pages/p708']))).toBeLessThanOrEqual(limits.sitemapPartUrls);
});

it('what edits and the way back left is what a build from nothing gives', async () => {
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  await pipeline.unpin();
});

it('a full step looks at everything, which shows that looking is seen', async () => {
  expect(await mostLookedAt(() => pipeline.reconcile())).toBeGreaterThanOrEqual(pages);
});

it('what edits left is what a build from nothing gives', async () => {
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
});
