import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { compileSite } from '../../../pipeline/adapters/astro/compile.ts';
import { openPipeline } from '../../../pipeline/pipeline.ts';
import { applyRead, emptyContent, snapshotOf } from '../../../pipeline/sync/content-state.ts';
import { aDemo, anEmbed, aPage, aSection, aSetting } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import { contentCollections } from '../../../model/content-collections.ts';
import { buildStockSite, makeStockSite } from './stock-site.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'frontage-stock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = {
  origin: 'https://site.example',
  adminOrigin: 'https://admin.example',
  embedOrigin: 'https://embed.example',
};

/**
 * Removes two expected differences: ids of islands depend on the folder of the compilation, and in a static build a
 * page has the path `/demos.html`, so that the link to it is not marked as current.
 */
const comparable = (page: string): string => page.replace(/ uid="[^"]*"/g, '').replaceAll(' aria-current="page"', '');

function firstDifference(a: string, b: string): { ours: string; theirs: string } | null {
  if (a === b) return null;
  const at = [...a].findIndex((character, index) => character !== b[index]);
  return { ours: a.slice(at - 40, at + 60), theirs: b.slice(at - 40, at + 60) };
}

it('every page equals Astro’s static build byte for byte', { tags: 'full', timeout: 300_000 }, async () => {
  const source = memorySource();
  const body =
    '# One\n\nSome *words*, a [link](https://example.com) and\na break.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n';
  for (let index = 0; index < 20; index += 1) {
    const fields = { title: `Page ${String(index)}`, slug: `page-${String(index)}`, menu_order: index };
    source.set(
      `pages/p${String(index)}`,
      aPage({ ...fields, body, parent_id: index % 3 === 1 ? `p${String(index - 1)}` : null }),
    );
  }
  source.set('demo_pages/url', aDemo({ slug: 'by-url' }));
  source.set('demo_embeds/url', anEmbed());
  source.set('demo_pages/script', aDemo({ slug: 'by-script', heading: 'Script' }));
  source.set('demo_embeds/script', anEmbed('<script>document.title = 1</script>'));
  source.set('demo_pages/locked', aDemo({ slug: 'locked', is_password_protected: true }));
  source.set('demo_embeds/locked', anEmbed());
  source.set('homepage_sections/hero', aSection({ cta_text: 'Go', cta_url: '/demos' }));
  source.set('homepage_sections/why', aSection({ section_key: 'why-it-matters', order_index: 1 }));
  source.set('site_settings/ga4_id', aSetting('G-ABC123'));
  source.set('site_settings/visitors', aSetting({ search_enabled: true, feed_enabled: true, language: 'pt-BR' }));

  const { state } = applyRead(emptyContent, await source.readAll(contentCollections));
  makeStockSite(join(folder, 'stock'), snapshotOf(state, { images: new Map(), config }));
  await buildStockSite(join(folder, 'stock'));

  const compiled = await compileSite({ root, outDir: join(folder, 'compiled'), log: () => undefined });
  const options = { dataDir: join(folder, 'data'), firestore: null, storage: null, buckets: {}, config, compiled };
  const pipeline = await openPipeline({ ...options, log: () => undefined, ports: { source } });
  await pipeline.reconcile();
  const live = pipeline.live();
  // Astro's build does not have the short addresses.
  const paths = (live?.paths() ?? []).filter((path) => !/^\/page-\d+\.html$/.test(path));
  expect(paths.filter((path) => path.endsWith('.html')).length).toBe(20 + 3 + 4);
  for (const path of paths) {
    const stock = join(folder, 'stock/dist', path.replace(/^(\/assets\/site)\.[0-9a-f]{10}/, '$1'));
    expect(existsSync(stock), path).toBe(true);
    const [ours, theirs] = [new TextDecoder().decode(await live?.get(path)?.read()), readFileSync(stock, 'utf8')];
    expect(firstDifference(comparable(ours), comparable(theirs)), path).toBeNull();
  }
  await pipeline.close();
});
