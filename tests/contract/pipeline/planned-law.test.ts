import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlanAnswer } from '../../../model/preview.ts';
import { compileSite } from '../../../pipeline/adapters/astro/compile.ts';
import { openPipeline, type CompiledSite, type Pipeline } from '../../../pipeline/pipeline.ts';
import { admin, carryOut, deed } from '../../../pipeline/preview/considered.fixture.ts';
import { aDemo, anEmbed, aPage } from '../../../pipeline/sync/documents.fixture.ts';
import { edit, write } from '../../../pipeline/sync/edits.fixture.ts';
import { memorySource, type MemorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import { compiledFolder } from '../../data-folders.ts';
import { sized } from '../../full.ts';
import { root, unconnected } from './real-site.ts';

const at = '2026-01-05T00:00:00.000Z';
const deeds = sized(10_000, 50);
/** Deeds on one state of the site; then some of them are done. */
const deedsEach = 50;
const folder = mkdtempSync(join(tmpdir(), 'frontage-planned-law-'));
let compiled: CompiledSite;
beforeAll(async () => {
  compiled = await compileSite({ root, outDir: join(compiledFolder, 'compiled'), log: () => undefined });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reasons by what changes. */
const changesOf = ({ changes }: PlanAnswer): Map<string, string> =>
  new Map(changes.map(({ path, change, reason }) => [`${change} ${path}`, reason]));

function largeSite(): MemorySource {
  const source = memorySource(at);
  for (let index = 0; index < 150; index += 1) {
    const slug = `n${String(index)}`;
    source.set(`pages/${slug}`, aPage({ slug, title: slug, body: `Text of ${slug}`, show_in_menu: false }));
  }
  for (let index = 0; index < 15; index += 1) {
    const slug = `m${String(index)}`;
    source.set(`demo_pages/${slug}`, aDemo({ slug, heading: slug }));
    source.set(`demo_embeds/${slug}`, anEmbed());
  }
  return source;
}

it(
  'the planned list of many addresses misses none, and has at most one in a thousand too many',
  {
    timeout: 3_600_000,
  },
  async ({ annotate }) => {
    const source = largeSite();
    const open = (name: string, exactUpTo: number): Promise<Pipeline> =>
      openPipeline({
        ...unconnected,
        dataDir: join(folder, name),
        compiled,
        ports: { source, exactUpTo, now: () => new Date(at) },
      });
    const [exactly, roughly] = [await open('exactly', 1_000), await open('roughly', 0)];
    const seed = fc.sample(fc.integer(), 1)[0] ?? 0;
    let [many, listed] = [0, 0];
    /** What is listed and does not change, by what was considered and the reason given. */
    const tooMany: string[] = [];
    try {
      for (const one of fc.sample(edit, { numRuns: 30, seed })) write(source, one);
      for (let done = 0; done < deeds; done += deedsEach) {
        await exactly.reconcile();
        await roughly.reconcile();
        const considered = fc.sample(deed, { numRuns: Math.min(deedsEach, deeds), seed: seed + done });
        for (const one of considered) {
          const [exact, planned] = [await exactly.previews.plan(one, admin), await roughly.previews.plan(one, admin)];
          expect(planned.ok).toBe(exact.ok);
          if (!exact.ok || !planned.ok) continue;
          const [real, said] = [changesOf(exact.value), changesOf(planned.value)];
          const lost = [...real.keys()].filter((change) => !said.has(change));
          expect({ seed: seed + done, one, lost }).toMatchObject({ lost: [] });
          if (said.size < 100) continue;
          many += 1;
          listed += said.size;
          for (const [change, reason] of said) if (!real.has(change)) tooMany.push(`${one.what} ${one.id}: ${reason}`);
        }
        for (const one of considered.slice(0, 5)) carryOut(one, source, at);
      }
    } finally {
      await exactly.close();
      await roughly.close();
    }
    await annotate(JSON.stringify({ seed, deeds, many, listed, tooMany: tooMany.length, of: [...new Set(tooMany)] }));
    expect(many).toBeGreaterThan(0);
    expect(tooMany.length).toBeLessThanOrEqual(listed / 1_000);
  },
);
