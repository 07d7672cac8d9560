import type { Kind } from '@frontage/model/kinds/kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween, changesIn, liveAddresses } from '../../../pipeline/engine/live-addresses.fixture.ts';
import { eachOnSmallSite } from '../../../pipeline/engine/small-site.fixture.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from '../../../pipeline/engine/text-pipeline.fixture.ts';
import { admin, applyProposedChange } from '../../../pipeline/preview/proposed-changes.fixture.ts';
import type { ProposedChange } from '../../../pipeline/preview/preview-content.ts';
import { edit as anyEdit, type Edit, write } from '../../../pipeline/sync/edits.fixture.ts';
import { aPage, aSlug } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import type { JsonObject } from '../../../pipeline/sync/source.ts';

// Runs in the copy of the project in which the kind is registered: see new-kind.test.ts. Its pages have two entries.

const kind = 'job' as string as Kind;
const isFull = Boolean(process.env['FULL']);
const form = { name: 'Launch', summary: null, body: null, cover: null, source: null, topics: [] };
const stamps = {
  ...{ rev: 1, created_by: 'ada', updated_by: 'ada' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' },
};
const entry = (day: number, change: JsonObject = {}): JsonObject => ({
  ...form,
  ...stamps,
  slug: `day-${String(day)}`,
  day: `2026-01-${String(day).padStart(2, '0')}`,
  is_published: true,
  ...change,
});

describe('an archive', () => {
  const site = eachOnSmallSite();
  const add = (day: number, change: JsonObject = {}) => site.write(`job_openings/n${String(day)}`, entry(day, change));
  const planned = async (path: string, data: JsonObject | null): Promise<string[]> => {
    if (data === null) site.source.delete(path);
    else site.source.set(path, data);
    const { render, remove } = await site.pipeline.plan();
    await site.pipeline.publish([path]);
    return [...render.map(({ route }) => route), ...remove.map(({ path: gone }) => `-${gone}`)].sort();
  };
  const namesAt = async (path: string): Promise<string[]> =>
    [...((await site.read(path)) ?? '').matchAll(/"path":"\/jobs\/([^"]*)"/g)].map(([, slug = '']) => slug);

  it('exists without entries', async () => {
    await site.pipeline.reconcile();
    expect(await site.read('/jobs.html')).toContain('"cards":[]');
    expect(await site.read('/jobs/feed.xml')).not.toBeNull();
    expect(await site.read('/sitemap.xml')).toContain('/jobs ');
  });

  it('numbers full pages from the oldest entry and keeps the rest on its first page', async () => {
    for (let day = 1; day <= 6; day += 1) await add(day);
    expect(await namesAt('/jobs.html')).toEqual(['day-6', 'day-5', 'day-4', 'day-3']);
    expect(await namesAt('/jobs/page/1.html')).toEqual(['day-2', 'day-1']);
    expect(await site.read('/jobs.html')).toContain('"older":1');
    await add(7);
    expect(await namesAt('/jobs.html')).toEqual(['day-7', 'day-6', 'day-5']);
    expect(await namesAt('/jobs/page/2.html')).toEqual(['day-4', 'day-3']);
    expect(await namesAt('/jobs/page/1.html')).toEqual(['day-2', 'day-1']);
    expect(await site.read('/jobs/page/1.html')).toContain('"newer":2');
  });

  it('renders at most one numbered page, the neighbor, feed and sitemap after a new entry', async () => {
    for (let day = 1; day <= 4; day += 1) await add(day);
    for (let day = 5; day <= 12; day += 1) {
      const paths = await planned(`job_openings/n${String(day)}`, entry(day));
      expect(paths.filter((path) => !path.startsWith('/jobs/page/'))).toEqual(
        ['/jobs', `/jobs/day-${String(day - 1)}`, `/jobs/day-${String(day)}`, '/jobs/feed.xml', '/sitemap.xml'].sort(),
      );
      expect(paths.filter((path) => path.startsWith('/jobs/page/')).length).toBeLessThanOrEqual(1);
    }
  });

  it('renders the page of an edited entry, its neighbors and no other entries', async () => {
    for (let day = 1; day <= 9; day += 1) await add(day);
    expect(await planned('job_openings/n3', entry(3, { name: 'New', rev: 2 }))).toEqual([
      '/jobs/day-2',
      '/jobs/day-3',
      '/jobs/day-4',
      '/jobs/page/2',
    ]);
    expect(await planned('job_openings/n3', entry(3, { name: 'New', body: 'Text', rev: 3 }))).toEqual(['/jobs/day-3']);
  });

  it('has numbered pages for each tag, and none for a tag without entries', async () => {
    for (let day = 1; day <= 6; day += 1) await add(day, { topics: [day % 2 ? 'Odd' : 'Even'] });
    expect(await namesAt('/jobs/tag/odd.html')).toEqual(['day-5', 'day-3', 'day-1']);
    for (const day of [7, 9]) await add(day, { topics: ['ODD'] });
    expect(await namesAt('/jobs/tag/odd/page/1.html')).toEqual(['day-3', 'day-1']);
    expect(await namesAt('/jobs/tag/odd.html')).toEqual(['day-9', 'day-7', 'day-5']);
    const paths = await planned('job_openings/n2', entry(2, { topics: [], rev: 2 }));
    expect(paths).toEqual(['/jobs/day-2', '/jobs/page/1', '/jobs/tag/even']);
    for (const day of [4, 6]) await add(day, { topics: [], rev: 2 });
    expect(await site.read('/jobs/tag/even.html')).toBeNull();
    expect(await site.read('/jobs/tag/odd.html')).not.toBeNull();
  });

  it('leaves its address to a page that had it before', async () => {
    await site.write('pages/jobs', aPage({ slug: 'jobs', title: 'Our jobs' }));
    expect(await site.read('/jobs.html')).toContain('Our jobs');
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
    await site.write('pages/jobs', null);
    expect(await site.read('/jobs.html')).toContain('"cards":[]');
  });

  it('shows no draft and no unpublished entry', async () => {
    await add(1);
    await add(2, { is_published: false });
    expect(await namesAt('/jobs.html')).toEqual(['day-1']);
    await add(1, { is_published: false, rev: 2 });
    expect(await namesAt('/jobs.html')).toEqual([]);
  });
});

const ids = Array.from({ length: 12 }, (_, index) => `n${String(index)}`);
const fields = fc
  .record({
    day: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 8 }),
    name: fc.constantFrom('One', 'Two'),
    topics: fc.uniqueArray(fc.constantFrom('Launch', 'launch', 'Team'), { maxLength: 2 }),
    is_published: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
  })
  .map(({ day, ...rest }) => ({ ...rest, day: day === null ? null : `2026-01-0${String(day)}` }));

const jobEdit = fc
  .record({
    id: fc.constantFrom(...ids),
    slug: fc.option(fc.constantFrom(...ids)),
    change: fc.option(fields, { freq: 5 }),
  })
  .map(({ id, slug, change }): Edit => ({
    path: `job_openings/${id}`,
    data: change && { ...form, ...stamps, slug: slug ?? id, ...change },
  }));
const slugEdit = fc
  .record({ slug: fc.constantFrom(...ids), id: fc.constantFrom(...ids) })
  .map(({ slug, id }): Edit => ({ path: `slugs/jobs:${slug}`, data: aSlug(id) }));
const edits = fc.oneof(
  { weight: 12, arbitrary: jobEdit },
  { weight: 2, arbitrary: slugEdit },
  { weight: 1, arbitrary: anyEdit },
);
const proposal = fc
  .record({
    id: fc.constantFrom(...ids),
    slug: fc.constantFrom(...ids),
    data: fields,
    isGone: fc.integer({ max: 9, min: 0 }),
  })
  .map(({ id, slug, data, isGone }): ProposedChange => ({
    what: kind,
    id,
    action: isGone === 0 ? 'delete' : isGone === 1 ? 'unpublish' : 'publish',
    data: isGone < 2 ? null : { ...form, slug, ...data, is_published: true },
  }));

describe('a site with an archive', () => {
  it(
    'is byte-identical to a full build after any edits, and impact lists equal releases',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(edits, { minLength: 1, maxLength: 6 }), { maxLength: 6 }),
          fc.array(proposal, { maxLength: 3 }),
          async (steps, proposals) => {
            const at = '2026-01-05T00:00:00.000Z';
            const { folder, remove } = temporaryFolder();
            const source = memorySource(at);
            source.set('pages/kept', aPage({ slug: 'kept', is_published: false }));
            const pipeline = await openTextPipeline({ dataDir: folder, source, now: () => new Date(at) });
            try {
              await pipeline.reconcile();
              for (const step of steps) {
                for (const one of step) write(source, one);
                await pipeline.publish(step.map(({ path }) => path));
                expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
              }
              for (const one of proposals) {
                const before = liveAddresses(pipeline.live());
                const plan = await pipeline.previews.plan(one, admin);
                const { action, data } = one;
                const drawn =
                  action === 'publish' && data ? await pipeline.previews.draw({ ...one, data }, null, admin) : null;
                const isValid = drawn === null || (drawn.ok && drawn.value.problems.length === 0);
                const written = isValid ? await applyProposedChange(one, source, at) : null;
                if (written === null) continue;
                await pipeline.publish(written);
                const changed = changesBetween(before, liveAddresses(pipeline.live()));
                expect(plan.ok && changesIn(plan.value)).toEqual(changed);
                expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
              }
              const first = pipeline.releases().at(-1);
              const files = await liveFiles(pipeline);
              await pipeline.rollback(first?.id ?? '');
              await pipeline.unpin();
              expect(await liveFiles(pipeline)).toEqual(files);
            } finally {
              await pipeline.close();
              remove();
            }
          },
        ),
        { numRuns: isFull ? 2_000 : 15 },
      );
    },
    isFull ? 3_600_000 : 120_000,
  );
});
