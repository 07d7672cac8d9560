import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limits } from '@frontage/model/limits';
import { newPage } from '@frontage/model/page';
import type { PlannedChange } from '@frontage/model/preview';
import { admin, carryOut, deed } from '../preview/considered.fixture.ts';
import type { Deed } from '../preview/lay-draft.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { edit, write } from '../sync/edits.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import type { Pipeline } from './control.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

const isFull = Boolean(process.env['FULL']);
const at = '2026-01-05T00:00:00.000Z';

/** What stands at each address that an address bar can name. */
async function addresses(pipeline: Pipeline): Promise<Map<string, string>> {
  const redirects = pipeline.live()?.redirects();
  return new Map(
    Object.entries(await liveFiles(pipeline)).flatMap(([path, text]): [string, string][] => {
      if (path.startsWith('/assets/')) return [];
      const address = path === '/index.html' ? '/' : path.replace(/\.html$/, '');
      const leads = redirects?.get(address);
      return [[address, leads ? `→ ${String(leads.status)} ${leads.to}` : text]];
    }),
  );
}

function changesBetween(before: Map<string, string>, after: Map<string, string>): Map<string, PlannedChange['change']> {
  const changes = new Map<string, PlannedChange['change']>();
  const isPage = (text: string | undefined) => text !== undefined && !text.startsWith('→');
  for (const address of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(address), after.get(address)];
    if (old === now) continue;
    const [was, is] = isPage(old) === isPage(now) ? [old !== undefined, now !== undefined] : [isPage(old), isPage(now)];
    changes.set(address, was && is ? 'changed' : is ? 'added' : 'removed');
  }
  // Pages stand at two addresses, of which one is named.
  for (const [address, change] of changes) {
    const longer = `/page${address}`;
    if (changes.get(longer) === change && after.get(longer) === after.get(address)) changes.delete(address);
  }
  return changes;
}

it(
  'what is drawn and listed before a publish is what the release then has and changes',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 25 }),
        fc.array(deed, { minLength: 1, maxLength: 6 }),
        async (edits, deeds) => {
          const { folder, remove } = temporaryFolder();
          const source = memorySource(at);
          for (const one of edits) write(source, one);
          const pipeline = await openTextPipeline({ dataDir: folder, source, now: () => new Date(at) });
          try {
            await pipeline.reconcile();
            for (const one of deeds) {
              const before = await addresses(pipeline);
              const planned = await pipeline.previews.plan(one, admin);
              const drawn =
                one.action === 'publish' && one.data
                  ? await pipeline.previews.draw({ ...one, data: one.data }, null, admin)
                  : null;
              expect(await addresses(pipeline)).toEqual(before);
              const isSound = drawn === null || (drawn.ok && drawn.value.problems.length === 0);
              const written = isSound ? carryOut(one, source, at) : null;
              if (written === null) continue;
              await pipeline.publish(written);
              const after = await addresses(pipeline);
              const listed = planned.ok ? planned.value.changes.map(({ path, change }) => [path, change] as const) : [];
              expect(new Map(listed)).toEqual(changesBetween(before, after));
              expect(planned.ok && planned.value.total).toBe(listed.length);
              if (drawn?.ok) expect(drawn.value.html).toBe(after.get(drawn.value.path));
            }
            expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
          } finally {
            await pipeline.close();
            remove();
          }
        },
      ),
      { numRuns: isFull ? 3_000 : 20 },
    );
  },
  isFull ? 3_600_000 : 120_000,
);

it('a change of more pages than are rendered for it lists the same, none missing and none too many', async () => {
  const { folder, remove } = temporaryFolder();
  const source = memorySource(at);
  const names = Array.from({ length: limits.plannedChanges + 5 }, (_, index) => `n${String(index)}`);
  for (const slug of names) source.set(`pages/${slug}`, aPage({ slug, title: slug }));
  const pipeline = await openTextPipeline({ dataDir: folder, source, now: () => new Date(at) });
  await pipeline.reconcile();
  const before = await addresses(pipeline);
  const renamed: Deed = {
    what: 'page',
    id: 'n0',
    action: 'publish',
    data: { ...newPage, title: 'New', slug: 'n0', is_published: true },
  };
  const planned = await pipeline.previews.plan(renamed, admin);
  await pipeline.publish(carryOut(renamed, source, at) ?? []);
  const changed = changesBetween(before, await addresses(pipeline));
  const listed = planned.ok ? planned.value.changes : [];
  expect(planned).toMatchObject({ value: { exact: false, total: changed.size } });
  expect(listed).toHaveLength(limits.plannedChanges);
  expect(listed.every(({ path, change }) => changed.get(path) === change)).toBe(true);
  await pipeline.close();
  remove();
});
