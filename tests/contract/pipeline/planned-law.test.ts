import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { compileSite } from '../../../pipeline/adapters/astro/compile.ts';
import { openPipeline, type Pipeline } from '../../../pipeline/pipeline.ts';
import { admin, applyProposedChange, proposedChange } from '../../../pipeline/preview/proposed-changes.fixture.ts';
import type { ProposedChange } from '../../../pipeline/preview/preview-content.ts';
import { aDemo, anEmbed, aPage } from '../../../pipeline/sync/documents.fixture.ts';
import { edit, write } from '../../../pipeline/sync/edits.fixture.ts';
import { memorySource, type MemorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import { changesBetween, changesIn, liveAddresses } from '../../../pipeline/engine/live-addresses.fixture.ts';
import { compiledFolder } from '../../data-folders.ts';
import { sized } from '../../full.ts';
import { root, offlineOptions } from './real-site.ts';

const at = '2026-01-05T00:00:00.000Z';
const changeCount = sized(10_000, 50);
/**
 * Up to this number of addresses an impact list is exact (rendered); beyond, it is planned. The product's limit is 200.
 */
const exactUpTo = 20;
const folder = mkdtempSync(join(tmpdir(), 'frontage-planned-law-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A site with enough pages and demos that the impact of shared parts is planned, not rendered. */
function siteBeyondExact(): MemorySource {
  const source = memorySource(at);
  for (let index = 0; index < 20; index += 1) {
    const slug = `n${String(index)}`;
    source.set(`pages/${slug}`, aPage({ slug, title: slug, body: `Text of ${slug}`, show_in_menu: false }));
  }
  for (let index = 0; index < 5; index += 1) {
    const slug = `m${String(index)}`;
    source.set(`demo_pages/${slug}`, aDemo({ slug, heading: slug }));
    source.set(`demo_embeds/${slug}`, anEmbed());
  }
  return source;
}

/** Whether the change has no validation errors. */
async function isSound({ previews }: Pipeline, { data, action, ...of }: ProposedChange): Promise<boolean> {
  if (action !== 'publish' || data === null) return true;
  const drawn = await previews.draw({ ...of, data }, null, admin);
  return drawn.ok && drawn.value.problems.length === 0;
}

it(
  'an exact impact list equals the release; a planned one is complete with at most 0.1 % surplus',
  { timeout: 3_600_000 },
  async ({ annotate }) => {
    const source = siteBeyondExact();
    const pipeline = await openPipeline({
      ...offlineOptions,
      dataDir: folder,
      retain: 2,
      compiled: await compileSite({ root, outDir: join(compiledFolder, 'compiled'), log: () => undefined }),
      ports: { source, exactUpTo, now: () => new Date(at) },
    });
    const first = fc.sample(fc.integer(), 1)[0] ?? 0;
    const totals = { first, done: 0, planned: 0, listed: 0 };
    /** Listed addresses that did not change, by document and reason. */
    const surplus: string[] = [];
    try {
      for (let seed = first; totals.done < changeCount; seed += 1) {
        for (const one of fc.sample(edit, { numRuns: 10, seed })) write(source, one);
        await pipeline.reconcile();
        for (const one of fc.sample(proposedChange, { numRuns: 50, seed })) {
          if (totals.done === changeCount || !(await isSound(pipeline, one))) continue;
          const before = liveAddresses(pipeline.live());
          const plan = await pipeline.previews.plan(one, admin);
          const stored = Object.fromEntries([...source.documents].filter(([path]) => !/\/[mn]\d+$/.test(path)));
          const written = await applyProposedChange(one, source, at);
          if (written === null) continue;
          await pipeline.publish(written);
          const changed = changesBetween(before, liveAddresses(pipeline.live()));
          const listed = plan.ok ? changesIn(plan.value) : new Map<string, string>();
          const missing = [...changed].filter(([path, change]) => listed.get(path) !== change);
          const toReproduce = JSON.stringify({ seed, one, listed: [...listed], changed: [...changed], stored });
          expect(missing, toReproduce).toEqual([]);
          totals.done += 1;
          if (!plan.ok || plan.value.exact) {
            expect(listed, toReproduce).toEqual(changed);
            continue;
          }
          totals.planned += 1;
          totals.listed += listed.size;
          for (const { path, reason } of plan.value.changes)
            if (!changed.has(path)) surplus.push(`${one.what} ${one.id}: ${reason}`);
        }
      }
    } finally {
      await pipeline.close();
    }
    await annotate(JSON.stringify({ ...totals, surplus: surplus.length, of: [...new Set(surplus)] }));
    expect(totals.planned).toBeGreaterThan(0);
    // 50 changes list some hundred addresses, of which two are chance.
    expect(surplus.length).toBeLessThanOrEqual(Math.max(2, totals.listed / 1_000));
  },
);
