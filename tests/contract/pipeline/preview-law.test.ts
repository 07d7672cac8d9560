import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileSite } from '../../../pipeline/adapters/astro/compile.ts';
import { openPipeline, type CompiledSite, type Pipeline } from '../../../pipeline/pipeline.ts';
import { admin, applyProposedChange, proposedChange } from '../../../pipeline/preview/proposed-changes.fixture.ts';
import { edit, write } from '../../../pipeline/sync/edits.fixture.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import { compiledFolder } from '../../data-folders.ts';
import { sized } from '../../full.ts';
import { root, offlineOptions } from './real-site.ts';

const at = '2026-01-05T00:00:00.000Z';
const folder = mkdtempSync(join(tmpdir(), 'frontage-preview-law-'));
let compiled: CompiledSite;
beforeAll(async () => {
  compiled = await compileSite({ root, outDir: join(compiledFolder, 'compiled'), log: () => undefined });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const unmarked = (html: string): string => html.replaceAll(/ data-edit="[^"]*"/g, '');

async function served(pipeline: Pipeline, path: string): Promise<string | null> {
  const file = pipeline.live()?.get(path === '/' ? '/index.html' : `${path}.html`);
  return file ? new TextDecoder().decode(await file.read()) : null;
}

let runs = 0;

it(
  'a preview with the real templates equals the published bytes except for edit marks',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 8, maxLength: 25 }),
        fc.array(proposedChange, { minLength: 2, maxLength: 6 }),
        async (edits, changes) => {
          const source = memorySource(at);
          for (const one of edits) write(source, one);
          const dataDir = join(folder, String((runs += 1)));
          const ports = { source, now: () => new Date(at) };
          const pipeline = await openPipeline({ ...offlineOptions, dataDir, compiled, ports });
          try {
            await pipeline.reconcile();
            for (const one of changes) {
              if (one.action !== 'publish' || one.data === null) continue;
              const drafted = { ...one, data: one.data };
              const drawn = await Promise.all(
                [null, '/', '/demos', '/404'].map((path) => pipeline.previews.draw(drafted, path, admin)),
              );
              const pages = drawn.flatMap((answer) => (answer.ok ? [answer.value] : []));
              const isSound = pages.length === drawn.length && pages.every(({ problems }) => problems.length === 0);
              const written = isSound ? await applyProposedChange(one, source, at) : null;
              if (written === null) continue;
              await pipeline.publish(written);
              for (const { path, html } of pages) expect(unmarked(html)).toBe(await served(pipeline, path));
            }
          } finally {
            await pipeline.close();
          }
        },
      ),
      { numRuns: sized(200, 6) },
    );
  },
);
