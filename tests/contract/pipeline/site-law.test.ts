import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage } from '@frontage/model/kinds/page';
import { compileSite } from '../../../pipeline/adapters/astro/compile.ts';
import { openThreads } from '../../../pipeline/adapters/threads/open-threads.ts';
import type { RenderThreads } from '../../../pipeline/render/threads.ts';
import { admin } from '../../../pipeline/preview/proposed-changes.fixture.ts';
import { openPipeline, type CompiledSite, type Pipeline } from '../../../pipeline/pipeline.ts';
import { edit, write } from '../../../pipeline/sync/edits.fixture.ts';
import { checkSite, applyEvent, contentEvent, type RunningPipeline } from '../../../pipeline/engine/events.fixture.ts';
import { filesOf } from '../../../pipeline/plan/routes.ts';
import { aDemo, anEmbed, aPage, aSection, aSetting } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import type { ContentSource } from '../../../pipeline/sync/source.ts';
import { uploadContents } from '../../../pipeline/adapters/images/uploads.fixture.ts';
import { copyCompiled } from '../../data-folders.ts';
import { changedSources, root, simulateRealSite, offlineOptions } from './real-site.ts';
import { isCi, isFull, sized } from '../../full.ts';

let folder: string;
let compiled: CompiledSite;
let outDir: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontage-site-law-'));
  outDir = join(folder, 'compiled');
  copyCompiled(folder);
  compiled = await compileSite({ root, outDir, log: () => undefined });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (dataDir: string, source: ContentSource): Promise<Pipeline> =>
  openPipeline({ ...offlineOptions, dataDir, compiled, ports: { source } });

describe('an incremental release of the real site', () => {
  const sequence = fc.record({
    events: fc.array(contentEvent, { minLength: 1, maxLength: sized(50, 12), size: 'max' }),
    examineAt: fc.nat(),
  });

  let templates: readonly [CompiledSite, CompiledSite];
  beforeAll(async () => {
    templates = [compiled, await compileSite({ root: changedSources(folder), outDir, log: () => undefined })];
  });
  let runs = 0;
  const pools = new Map<string, RenderThreads>();
  afterAll(() => Promise.all([...pools.values()].map((pool) => pool.close())));
  let stepCount = 0;
  /** Threads that all pipelines share. Every third step renders without threads, so that both ways are compared. */
  const shared: typeof openThreads = (options) => {
    const { fingerprint } = options.compiled;
    const pool = pools.get(fingerprint) ?? openThreads({ ...options, count: 2, fewest: 1 });
    pools.set(fingerprint, pool);
    return {
      prepare: (routes) => pool.prepare(routes),
      begin: (...work) => ((stepCount += 1) % 3 === 0 ? [] : pool.begin(...work)),
      alone: (...work) => pool.alone(...work),
      close: () => Promise.resolve(),
    };
  };

  const renderedBy: [string, typeof openThreads | undefined][] = [['in threads', shared]];
  if (isCi) renderedBy.push(['without threads', undefined]);

  it.each(renderedBy)(
    'rendered %s is byte-identical to a build from scratch',
    { timeout: 10 * 3_600_000 },
    async (_, threads) => {
      await fc.assert(
        fc.asyncProperty(sequence, async ({ events, examineAt }) => {
          const dataDir = join(folder, `law-${String((runs += 1))}`);
          const simulation = simulateRealSite(dataDir, templates, threads);
          let running: RunningPipeline = { pipeline: await simulation.open(0), templates: 0 };
          try {
            await running.pipeline.reconcile();
            for (const [index, one] of events.entries()) {
              running = await applyEvent(running, one, simulation);
              if (index === examineAt % events.length) await checkSite(running, simulation);
            }
            await checkSite(running, simulation);
          } finally {
            await running.pipeline.close();
            rmSync(dataDir, { recursive: true, force: true });
          }
        }),
        { numRuns: sized(1_000, 3) },
      );
    },
  );

  // A query result can differ without a visible change, for example when a page replaces another with the same title
  // and address.
  it(
    'has less than 1 % unnecessarily rendered files, none of them CSS, XML or text',
    { timeout: 3_600_000 },
    async () => {
      const unchanged: string[] = [];
      let rendered = 0;
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
          async (batches) => {
            const { source, uploads, open } = simulateRealSite(join(folder, `count-${String((run += 1))}`), [
              compiled,
              compiled,
            ]);
            for (const [name, content] of [
              ['u1', 'circle'],
              ['u2', 'square'],
              ['u3', 'text'],
            ] as const) {
              uploads.set(name, uploadContents[content]);
            }
            const pipeline = await open(0);
            await pipeline.reconcile();
            for (const batch of batches) {
              for (const one of batch) write(source, one);
              const { render } = await pipeline.plan();
              const before = pipeline.live();
              await pipeline.publish(batch.map(({ path }) => path));
              for (const { route } of render) {
                const [path = ''] = filesOf(route);
                const [old, now] = [before?.get(path), pipeline.live()?.get(path)];
                rendered += 1;
                if (old && old.hash === now?.hash) unchanged.push(route);
              }
            }
            await pipeline.close();
          },
        ),
        { numRuns: sized(500, 8), ...(!isFull && { seed: 1 }) },
      );
      expect(unchanged.filter((route) => /\.(css|xml|txt)$/.test(route))).toEqual([]);
      expect(unchanged.length / rendered).toBeLessThan(0.01);
    },
  );
});

describe('a page with a slow text', () => {
  it('is rendered in a thread as in a build from scratch, also in a preview', async () => {
    const source = memorySource();
    const slow = (word: string) => `*${word}* **b** [c](/d)\n`.repeat(3_000);
    source.set('pages/slow', aPage({ slug: 'slow', body: slow('first') }));
    source.set('homepage_sections/s', aSection({ content: slow('home') }));
    const pipeline = await open(join(folder, 'slow'), source);
    await pipeline.reconcile();
    source.set('pages/slow', aPage({ slug: 'slow', body: slow('second') }));
    await pipeline.publish(['pages/slow']);
    const text = async (path: string) => new TextDecoder().decode(await pipeline.live()?.get(path)?.read());
    expect(await text('/page/slow.html')).toContain('<em>second</em>');
    expect(await text('/index.html')).toContain('<em>home</em>');
    const data = { ...newPage, title: 'Typed', slug: 'slow', body: slow('typed') };
    const shown = await pipeline.previews.draw({ what: 'page', id: 'slow', data }, null, admin);
    expect(shown.ok && shown.value.html).toMatch(/data-[^>]*pages\/slow\/body[^]*<em>typed<\/em>/);
    expect((await pipeline.verify()).identical).toBe(true);
    await pipeline.close();
  });
});

describe('the compiled site', () => {
  const digest = (directory: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [file.slice(directory.length), createHash('sha256').update(readFileSync(file)).digest('hex')]),
    );

  it('is compiled once for the same sources', async () => {
    const lines: string[] = [];
    const again = await compileSite({ root, outDir: join(folder, 'compiled'), log: (line) => lines.push(line) });
    expect(again).toEqual(compiled);
    expect(lines).toEqual(['The compiled site is up to date']);
  });

  it('contains App Check only if configured, in a lazily loaded script', { tags: 'full' }, async () => {
    const PUBLIC_APP_CHECK = JSON.stringify({ siteKey: 'key-of-the-site', firebase: {} });
    const checked = await compileSite({ root, outDir, settings: { PUBLIC_APP_CHECK }, log: () => undefined });
    expect(checked.fingerprint).not.toBe(compiled.fingerprint);
    const scriptsWith = ({ clientDir }: CompiledSite, text: string): string[] =>
      readdirSync(join(clientDir, 'assets'))
        .filter((name) => name.endsWith('.js'))
        .filter((name) => readFileSync(join(clientDir, 'assets', name), 'utf8').includes(text));
    expect(scriptsWith(checked, 'recaptcha/enterprise.js')).toHaveLength(1);
    expect(scriptsWith(checked, 'key-of-the-site')).toHaveLength(1);
    expect(scriptsWith(checked, 'key-of-the-site')).not.toEqual(scriptsWith(checked, 'recaptcha/enterprise.js'));
    for (const trace of ['recaptcha', 'appcheck', 'app-check']) expect(scriptsWith(compiled, trace)).toEqual([]);
  });

  it('is the same in any folder, and so are its pages', { tags: 'full' }, async () => {
    const other = await compileSite({ root, outDir: join(folder, 'other'), log: () => undefined });
    expect(digest(other.clientDir)).toEqual(digest(compiled.clientDir));

    const source = memorySource();
    source.set('pages/a', aPage());
    source.set('demo_pages/d', aDemo());
    source.set('demo_embeds/d', anEmbed());
    source.set('homepage_sections/s', aSection());
    const pipeline = await open(join(folder, 'same'), source);
    await pipeline.reconcile();
    const pages = () =>
      new Map(
        pipeline
          .live()
          ?.paths()
          .map((path) => [path, pipeline.live()?.get(path)?.hash]),
      );
    const before = pages();
    await pipeline.useCompiled({ ...other, fingerprint: 'elsewhere' });
    expect([...pages()].filter(([path, hash]) => before.get(path) !== hash)).toEqual([]);
    await pipeline.close();
  });

  it('serves immutable assets at hashed paths and keeps replaced ones', async () => {
    const source = memorySource();
    source.set('demo_pages/d', aDemo());
    source.set('demo_embeds/d', anEmbed());
    const pipeline = await open(join(folder, 'style'), source);
    await pipeline.reconcile();
    const assets = () => (pipeline.live()?.paths() ?? []).filter((path) => path.startsWith('/assets/')).sort();
    const styles = () => assets().filter((path) => /^\/assets\/site\.[0-9a-f]{10}\.css$/.test(path));
    const before = styles();
    expect(before).toHaveLength(1);
    expect(assets().filter((path) => !/[.-][\w-]{8,10}\.(css|js|woff2)$/.test(path))).toEqual([]);

    const branding = { site_name: 'Frontage', logo_url: null, favicon_url: null };
    source.set('site_settings/branding', aSetting({ ...branding, primary_color: '#a01818' }));
    await pipeline.publish(['site_settings/branding']);
    expect(styles()).toEqual(expect.arrayContaining(before));
    expect(styles()).toHaveLength(2);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    await pipeline.close();
  });

  it('renders equally under any NODE_ENV', async () => {
    const source = memorySource();
    source.set('homepage_sections/s', aSection());
    const pipeline = await open(join(folder, 'env'), source);
    const { problems } = await pipeline.reconcile();
    expect(process.env['NODE_ENV']).not.toBe('production');
    expect(problems).toEqual([]);
    await pipeline.close();
  });
});

describe('export', () => {
  it('writes plain files and replaces only earlier exports', async () => {
    const source = memorySource();
    source.set('pages/a', aPage({ title: 'First' }));
    const pipeline = await open(join(folder, 'export-data'), source);
    await pipeline.reconcile();
    const target = join(folder, 'exported');
    await pipeline.exportTo(target);
    expect(readFileSync(join(target, 'page/about.html'), 'utf8')).toContain('First');
    expect(readFileSync(join(target, 'about.html'), 'utf8')).toContain('First');

    source.delete('pages/a');
    await pipeline.publish(['pages/a']);
    await pipeline.exportTo(target);
    expect(readdirSync(target)).not.toContain('about.html');
    expect(readdirSync(folder).filter((name) => name.startsWith('exported'))).toEqual(['exported']);

    await expect(pipeline.exportTo(join(folder, 'export-data'))).rejects.toThrow('was not written by an export');
    await pipeline.close();
  });
});
