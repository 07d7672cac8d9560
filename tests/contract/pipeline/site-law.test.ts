import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSite } from '../../../pipeline/adapters/astro/compile.ts';
import { openPipeline, type CompiledSite, type Pipeline } from '../../../pipeline/pipeline.ts';
import { edit, secretEmbeds, write } from '../../../pipeline/edits.fixture.ts';
import { aDemo, anEmbed, aPage, aSection } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import type { ContentSource } from '../../../pipeline/sync/source.ts';

const root = join(import.meta.dirname, '../../..');

let folder: string;
let compiled: CompiledSite;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontage-site-law-'));
  compiled = await compileSite({ root, outDir: join(folder, 'compiled'), log: () => undefined });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (dataDir: string, source: ContentSource): Promise<Pipeline> =>
  openPipeline({
    dataDir,
    firestore: null,
    storage: null,
    buckets: {},
    config: {
      origin: 'https://site.example',
      adminOrigin: 'https://admin.example',
      embedOrigin: 'https://embed.example',
    },
    compiled,
    log: () => undefined,
    ports: { source },
  });

async function textsOf(pipeline: Pipeline): Promise<string> {
  const live = pipeline.live();
  const paths = (live?.paths() ?? []).filter((path) => /\.(html|xml|txt|json)$/.test(path));
  const files = await Promise.all(paths.map((path) => live?.get(path)?.read()));
  return files.map((bytes) => new TextDecoder().decode(bytes)).join('\n');
}

it(
  'an incremental release of the real site is byte-identical to a build from scratch',
  { timeout: 300_000 },
  async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), async (batches) => {
        const source = memorySource();
        const pipeline = await open(join(folder, `law-${String((run += 1))}`), source);
        await pipeline.reconcile();
        for (const batch of batches) {
          for (const one of batch) write(source, one);
          await pipeline.publish(batch.map(({ path }) => path));
          expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
          const said = await textsOf(pipeline);
          expect(secretEmbeds(source).filter((code) => said.includes(code))).toEqual([]);
        }
        await pipeline.close();
      }),
      { numRuns: 25 },
    );
  },
);

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

  it('is the same wherever it is compiled, and so are its pages', async () => {
    const other = await compileSite({ root, outDir: join(folder, 'other'), log: () => undefined });
    expect(digest(other.clientDir)).toEqual(digest(compiled.clientDir));

    const source = memorySource();
    source.set('pages/a', aPage());
    source.set('demo_pages/d', aDemo());
    source.set('demo_embeds/d', anEmbed());
    source.set('homepage_sections/s', aSection());
    const pipeline = await open(join(folder, 'same'), source);
    await pipeline.reconcile();
    const { release } = await pipeline.useCompiled({ ...other, fingerprint: 'elsewhere' });
    expect(release).toBeNull();
    await pipeline.close();
  });

  it('renders whatever NODE_ENV its host has', async () => {
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
  it('writes plain files, replaces its own and nobody else’s', async () => {
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
