import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteConfig } from '@frontage/model/content';
import { contentCollections } from '@frontage/model/paths';
import { compileSite } from '@frontage/pipeline/adapters/astro/compile';
import { openPipeline } from '@frontage/pipeline/pipeline';
import { applyRead, emptyContent, snapshotOf } from '@frontage/pipeline/sync/content-state';
import { aPage, aSection } from '@frontage/pipeline/sync/documents.fixture';
import { memorySource, type MemorySource } from '@frontage/pipeline/sync/memory-source.fixture';
import { buildStockSite, makeStockSite } from '../tests/contract/pipeline/stock-site.ts';

const root = join(import.meta.dirname, '..');
const edits = 50;
const config: SiteConfig = {
  origin: 'https://site.example',
  adminOrigin: 'https://admin.example',
  embedOrigin: 'https://embed.example',
};

/**
 * Rendering alone, without Firebase: everything, then one edited page after another, and beside it Astro's own static
 * build of the same templates and content, which an edit there means. `--pages N` for one size; 1,000 and 10,000 else.
 */
export async function run(args: string[]): Promise<void> {
  const asked = args.indexOf('--pages');
  for (const pages of asked < 0 ? [1_000, 10_000] : [Number(args[asked + 1])]) await measure(pages);
}

async function measure(pages: number): Promise<void> {
  // A disk's own mood would drown the difference.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'frontage-bench-'));
  const source = contentOf(pages);
  try {
    const compiling = performance.now();
    const compiled = await compileSite({ root, outDir: join(folder, 'compiled'), log: () => undefined });
    const compileMs = performance.now() - compiling;
    const ports = { source };
    const buckets = {};
    const open = () =>
      openPipeline({
        dataDir: join(folder, 'data'),
        firestore: null,
        storage: null,
        buckets,
        config,
        compiled,
        log: () => undefined,
        ports,
      });
    const pipeline = await open();
    const full = await timed(() => pipeline.reconcile());
    const times: number[] = [];
    for (let index = 0; index < edits + 5; index += 1) {
      // Past the few that stand in the menu of every page.
      const path = `pages/p${String(5 + ((index * 37) % (pages - 5)))}`;
      const page = source.documents.get(path) ?? {};
      source.set(path, { ...page, title: `${String(page['title'])}.`, rev: index + 2 });
      times.push(await timed(() => pipeline.publish([path])));
    }
    // The first few find nothing compiled by the engine yet.
    const warm = times.slice(5).sort((a, b) => a - b);
    await pipeline.close();

    const read = await source.readAll(contentCollections);
    const { state } = applyRead(emptyContent, read);
    makeStockSite(join(folder, 'stock'), snapshotOf(state, { images: new Map(), config }));
    const stock = await buildStockSite(join(folder, 'stock'));

    console.log(`${String(pages)} pages`);
    console.log(`  compile, once for all content     ${ms(compileMs)}`);
    console.log(`  everything: read, render, release ${ms(full)} (${(full / pages).toFixed(2)} ms a page)`);
    console.log(`  one edited page: read to switch   p50 ${ms(warm[25] ?? NaN)}, p95 ${ms(warm[47] ?? NaN)}`);
    console.log(
      `  astro build, for all or for one   ${ms(stock)} (${(stock / (warm[25] ?? NaN)).toFixed(0)} times an edit)`,
    );
    console.log(`  memory                            ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const body = 'Lorem ipsum dolor sit amet, *consectetur* adipiscing elit, sed do eiusmod tempor.\n\n'.repeat(40);

function contentOf(pages: number): MemorySource {
  const source = memorySource();
  for (let index = 0; index < pages; index += 1) {
    const fields = { title: `Page ${String(index)}`, slug: `page-${String(index)}`, body, show_in_menu: index < 5 };
    source.set(`pages/p${String(index)}`, aPage(fields));
  }
  source.set('homepage_sections/s', aSection());
  return source;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
