import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limits } from '@frontage/model/limits';
import { newPage } from '@frontage/model/kinds/page';
import { documentPath } from '@frontage/model/changes/write';
import {
  admin,
  applyProposedChange,
  isPublishable,
  memberFor,
  proposedChange,
  publishLaunch,
} from '../preview/proposed-changes.fixture.ts';
import type { ProposedChange, ProposedLaunch } from '../preview/preview-content.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { edit, write } from '../sync/edits.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import { changesBetween, changesIn, liveAddresses } from './live-addresses.fixture.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

const isFull = Boolean(process.env['FULL']);
const at = '2026-01-05T00:00:00.000Z';

it(
  'previews and impact lists equal the release that follows',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 25 }),
        fc.array(proposedChange, { minLength: 1, maxLength: 6 }),
        async (edits, proposals) => {
          const { folder, remove } = temporaryFolder();
          const source = memorySource(at);
          for (const written of edits) write(source, written);
          const pipeline = await openTextPipeline({ dataDir: folder, source, now: () => new Date(at) });
          try {
            await pipeline.reconcile();
            for (const proposal of proposals) {
              const before = liveAddresses(pipeline.live());
              const planned = await pipeline.previews.plan(proposal, admin);
              const drawn =
                proposal.action === 'publish' && proposal.data
                  ? await pipeline.previews.draw({ ...proposal, data: proposal.data }, null, admin)
                  : null;
              expect(liveAddresses(pipeline.live())).toEqual(before);
              const isValid = drawn === null || (drawn.ok && drawn.value.problems.length === 0);
              const written = isValid ? await applyProposedChange(proposal, source, at) : null;
              if (written === null) continue;
              await pipeline.publish(written);
              const changed = changesBetween(before, liveAddresses(pipeline.live()));
              expect(planned.ok && changesIn(planned.value)).toEqual(changed);
              expect(planned.ok && planned.value.total).toBe(changed.size);
              if (!drawn?.ok) continue;
              const { path, html } = drawn.value;
              const files = await liveFiles(pipeline);
              expect(html).toBe(files[path === '/' ? '/index.html' : `${path}.html`]);
            }
            expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
          } finally {
            await pipeline.close();
            remove();
          }
        },
      ),
      { numRuns: isFull ? 3_000 : 10 },
    );
  },
  isFull ? 3_600_000 : 120_000,
);

const redirect = fc
  .record({
    from: fc.constantFrom('/page/a', '/b', '/gone', '/demo/a'),
    to: fc.constantFrom('/page/b', '/demos', '/gone', null),
    status: fc.constantFrom(301 as const, 302 as const),
  })
  .map((one) => ({ id: createHash('sha256').update(one.from).digest('hex'), redirect: one }));

const keyOf = (member: ProposedLaunch['members'][number]) =>
  'what' in member ? `${member.what} ${member.id}` : member.id;

it(
  'the impact list of a launch equals the changes of its release, and its pages those of the release',
  async () => {
    const listed: number[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 40 }),
        fc.array(proposedChange, { minLength: 2, maxLength: 10 }),
        fc.array(redirect, { maxLength: 2 }),
        async (edits, proposals, redirects) => {
          const { folder, remove } = temporaryFolder();
          const source = memorySource(at);
          for (const written of edits) write(source, written);
          const pipeline = await openTextPipeline({ dataDir: folder, source, now: () => new Date(at) });
          try {
            await pipeline.reconcile();
            const before = liveAddresses(pipeline.live());
            const wanted = [...proposals.map((proposal) => memberFor(proposal, source)), ...redirects];
            const unique = [...new Map(wanted.map((member) => [keyOf(member), member])).values()];
            const publishable = await Promise.all(unique.map((member) => isPublishable(member, source)));
            let members = unique.filter((_, index) => publishable[index]);
            const planOf = async () => {
              const answer = await pipeline.previews.plan({ name: 'Spring', members, missing: [] }, admin);
              if (!answer.ok) throw new Error(answer.reason);
              return answer.value;
            };
            let plan = await planOf();
            // Members with a taken slug. Without them, others may have a taken slug.
            for (let refused = plan.refusedDocuments ?? []; refused.length > 0; refused = plan.refusedDocuments ?? []) {
              members = members.filter((one) => !('what' in one && refused.includes(documentPath(one.what, one.id))));
              plan = await planOf();
            }
            const launch = { name: 'Spring', members, missing: [] };
            const pages = new Map<string, string>();
            for (const { path, change, to } of plan.changes) {
              if (change === 'removed' || to != null || path.endsWith('.xml')) continue;
              const page = await pipeline.previews.page(launch, { address: path, opensGate: false }, admin);
              if (page && 'text' in page) pages.set(path, page.text);
            }
            await pipeline.publish(await publishLaunch(launch, source, at));
            const changed = changesBetween(before, liveAddresses(pipeline.live()));
            expect(changesIn(plan)).toEqual(changed);
            expect(plan.total).toBe(changed.size);
            const files = await liveFiles(pipeline);
            for (const [path, text] of pages)
              expect(text).toBe(files[path === '/' ? '/index.html' : `${path}.html`] ?? files[path]);
            listed.push(pages.size);
          } finally {
            await pipeline.close();
            remove();
          }
        },
      ),
      { numRuns: isFull ? 1_000 : 20 },
    );
    expect(Math.max(...listed)).toBeGreaterThan(0);
  },
  isFull ? 3_600_000 : 120_000,
);

it('an impact list above the render limit has the exact total and no wrong entries', async () => {
  const { folder, remove } = temporaryFolder();
  const source = memorySource(at);
  const names = Array.from({ length: limits.plannedChanges + 5 }, (_, index) => `n${String(index)}`);
  for (const slug of names) source.set(`pages/${slug}`, aPage({ slug, title: slug }));
  const pipeline = await openTextPipeline({ dataDir: folder, source, now: () => new Date(at) });
  await pipeline.reconcile();
  const before = liveAddresses(pipeline.live());
  const renamed: ProposedChange = {
    what: 'page',
    id: 'n99',
    action: 'publish',
    data: { ...newPage, title: 'New', slug: 'n99', is_published: true },
  };
  const planned = await pipeline.previews.plan(renamed, admin);
  await pipeline.publish((await applyProposedChange(renamed, source, at)) ?? []);
  const changed = changesBetween(before, liveAddresses(pipeline.live()));
  const listed = planned.ok ? planned.value.changes : [];
  expect(planned).toMatchObject({ value: { exact: false, total: changed.size } });
  expect(listed).toHaveLength(limits.plannedChanges);
  expect(listed[0]).toEqual({ path: '/page/n99', change: 'changed', to: null, reason: 'the page itself' });
  expect(listed.every(({ path, change }) => changed.get(path) === change)).toBe(true);
  await pipeline.close();
  remove();
});
