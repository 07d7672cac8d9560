import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limits } from '@frontage/model/limits';
import { newPage } from '@frontage/model/page';
import { admin, applyProposedChange, proposedChange } from '../preview/proposed-changes.fixture.ts';
import type { ProposedChange } from '../preview/apply-draft.ts';
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
              const written = isValid ? applyProposedChange(proposal, source, at) : null;
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
  await pipeline.publish(applyProposedChange(renamed, source, at) ?? []);
  const changed = changesBetween(before, liveAddresses(pipeline.live()));
  const listed = planned.ok ? planned.value.changes : [];
  expect(planned).toMatchObject({ value: { exact: false, total: changed.size } });
  expect(listed).toHaveLength(limits.plannedChanges);
  expect(listed[0]).toEqual({ path: '/page/n99', change: 'changed', to: null, reason: 'the page itself' });
  expect(listed.every(({ path, change }) => changed.get(path) === change)).toBe(true);
  await pipeline.close();
  remove();
});
