import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SiteConfig } from '@frontage/model/content';
import { contentCollections } from '@frontage/model/content-collections';
import { compileSite } from '@frontage/pipeline/compile';
import { openPipeline } from '@frontage/pipeline';
import { stockAstro } from './peers/stock-astro.ts';
import { bodiesIn, syntheticBodies, type Bodies } from './shared/content.ts';
import { benchSource, menuPages } from './shared/content-source.ts';
import { percentile } from './shared/measures.ts';

const root = join(import.meta.dirname, '..');
const edits = 100;
// The first edits run code that the engine has not compiled yet.
const warmUps = 10;
// Threads end a quarter of a minute after their last page, and V8 gives their memory back some seconds later.
const untilAtRest = 25_000;
const menuEdits = 3;
// The median of this many repetitions is printed.
const rounds = 3;
// Above this number of pages, Astro's own build takes minutes and more memory than most machines have.
const mostForAstro = 10_000;
export const config: SiteConfig = {
  origin: 'https://site.example',
  adminOrigin: 'https://admin.example',
  embedOrigin: 'https://embed.example',
};

/**
 * Measures rendering without Firebase: a full render, successive edits of single pages, then a menu that every page
 * shows; and for comparison Astro's own static build of the same templates and content. `--pages 1000,10000,100000`
 * sets the sizes, `--content DIR` uses the Markdown files in a folder instead of generated pages, `--json` prints one
 * object per line.
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const folder = option('--content');
  const bodies = folder === undefined ? syntheticBodies : bodiesIn(folder);
  const sizes = (option('--pages') ?? (folder === undefined ? '1000,10000' : String(bodies.count)))
    .split(',')
    .map(Number);
  if (sizes.length > 1) {
    // Each size runs in a separate process, so that the memory of one is not counted for the next.
    for (const pages of sizes) {
      const own = [
        ...process.execArgv,
        ...process.argv.slice(1, 3),
        ...args.filter((arg, i) => arg !== '--pages' && args[i - 1] !== '--pages'),
      ];
      execFileSync(process.execPath, [...own, '--pages', String(pages)], { stdio: 'inherit' });
    }
    return;
  }
  const figures = await measure(bodies, Math.min(sizes[0] ?? NaN, bodies.count), args.includes('--no-astro'));
  console.log(args.includes('--json') ? JSON.stringify({ bench: 'render', ...figures }) : present(figures));
}

export interface Figures {
  pages: number;
  full_ms: number;
  /** Null if it was not measured. */
  astro_ms: number | null;
  edit_p50_ms: number;
  edit_p95_ms: number;
  menu_ms: number;
  /** One edit while all pages are rendered for another menu. */
  edit_in_full_ms: number;
  /** A rollback to the previous release, and the return to the newest. */
  rollback_ms: number;
  return_ms: number;
  open_ms: number;
  /** The maximum for one edit. */
  documents_read: number;
  /** The maximum during the full render, and the memory when idle. */
  peak_rss_mib: number;
  rss_mib: number;
}

async function measure(bodies: Bodies, pages: number, isAlone: boolean): Promise<Figures> {
  // In memory if possible: the variation of a disk would exceed the differences.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'frontage-bench-'));
  const source = benchSource(bodies, pages);
  try {
    const compiled = await compileSite({ root, outDir: join(folder, 'compiled'), log: () => undefined });
    const open = () =>
      openPipeline({
        dataDir: join(folder, 'data'),
        firestore: null,
        storage: null,
        buckets: { images: 'images.example' },
        config,
        compiled,
        log: () => undefined,
        ports: { source },
      });
    let pipeline = await open();
    // Generating content takes as long as rendering it: it is measured alone and excluded.
    const generation = await timed(() => source.readAll(contentCollections, () => Promise.resolve()));
    const full = (await timed(() => pipeline.reconcile())) - generation;
    const peak = process.resourceUsage().maxRSS / 2 ** 10;
    const times: number[] = [];
    let documentsRead = 0;
    for (let index = 0; index < edits + warmUps; index += 1) {
      const number = menuPages + ((index * 7_919) % Math.max(1, pages - menuPages));
      const before = source.documentsRead();
      const path = source.edit(number, { title: `${bodies.at(number).title}, edited ${String(index)}` });
      times.push(await timed(() => pipeline.publish([path])));
      documentsRead = Math.max(documentsRead, source.documentsRead() - before);
    }
    await pause(untilAtRest);
    const rss = process.memoryUsage().rss / 2 ** 20;
    const menu: number[] = [];
    for (let index = 0; index < menuEdits; index += 1) {
      const path = source.edit(0, { nav_label: `Menu ${String(index)}` });
      menu.push(await timed(() => pipeline.publish([path])));
    }
    const inFull: number[] = [];
    for (let index = 0; index < rounds; index += 1) {
      const menuEdit = source.edit(0, { nav_label: `Long ${String(index)}` });
      const path = source.edit(menuPages + index, { title: `Meanwhile ${String(index)}` });
      const long = pipeline.publish([menuEdit]);
      while (pipeline.status().state !== 'building') await pause(1);
      await pause(100);
      inFull.push(await timed(() => pipeline.publish([path])));
      await long;
    }
    const rollbacks: number[] = [];
    const returns: number[] = [];
    for (let index = 0; index < rounds; index += 1) {
      const path = source.edit(menuPages + index, { title: `Taken back ${String(index)}` });
      await pipeline.publish([path]);
      const [, before] = pipeline.releases();
      rollbacks.push(await timed(() => pipeline.rollback(before?.id ?? '')));
      returns.push(await timed(() => pipeline.unpin()));
    }
    await pipeline.close();
    const opened = await timed(async () => (pipeline = await open()));
    await pipeline.close();
    const astro = isAlone || pages > mostForAstro ? null : await stockBuild(join(folder, 'stock'), { bodies, pages });
    return {
      pages,
      full_ms: Math.round(full),
      astro_ms: astro && Math.round(astro),
      edit_p50_ms: rounded(percentile(times.slice(warmUps), 50)),
      edit_p95_ms: rounded(percentile(times.slice(warmUps), 95)),
      menu_ms: Math.round(percentile(menu, 50)),
      edit_in_full_ms: rounded(percentile(inFull, 50)),
      rollback_ms: Math.round(percentile(rollbacks, 50)),
      return_ms: Math.round(percentile(returns, 50)),
      open_ms: Math.round(opened),
      documents_read: documentsRead,
      peak_rss_mib: Math.round(peak),
      rss_mib: Math.round(rss),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function stockBuild(folder: string, content: { bodies: Bodies; pages: number }): Promise<number> {
  const astro = stockAstro(config);
  await astro.prepare(folder, content);
  return astro.build(folder);
}

function present(figures: Figures): string {
  const ms = (value: number | null): string => (value === null ? 'not measured' : `${String(value)} ms`);
  return [
    `${String(figures.pages)} pages`,
    `  everything: read, render, release ${ms(figures.full_ms)} (${(figures.full_ms / figures.pages).toFixed(2)} ms a page)`,
    `  one edited page: read to switch   p50 ${ms(figures.edit_p50_ms)}, p95 ${ms(figures.edit_p95_ms)}`,
    `  documents read for an edit        ${String(figures.documents_read)}`,
    `  the menu, which every page shows  ${ms(figures.menu_ms)}`,
    `  an edit while that is rendered    ${ms(figures.edit_in_full_ms)}`,
    `  back to the release before        ${ms(figures.rollback_ms)}, to the newest again ${ms(figures.return_ms)}`,
    `  opening an unchanged release      ${ms(figures.open_ms)}`,
    `  astro build, for all or for one   ${ms(figures.astro_ms)}`,
    `  memory at rest                    ${String(figures.rss_mib)} MiB, ${String(figures.peak_rss_mib)} MiB at most while all was rendered`,
  ].join('\n');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100;
