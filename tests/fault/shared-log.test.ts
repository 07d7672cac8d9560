import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Pipeline, Objects } from '@frontage/pipeline';
import { liveFiles } from '../../pipeline/engine/text-pipeline.fixture.ts';
import { openImageLibrary } from '../../pipeline/adapters/images/library.ts';
import { memoryUploads, uploadBucket, uploadContents } from '../../pipeline/adapters/images/uploads.fixture.ts';
import { aPage } from '../../pipeline/sync/documents.fixture.ts';
import { hintedPaths } from '../../pipeline/sync/content-state.ts';
import { edit, write as applyEdit } from '../../pipeline/sync/edits.fixture.ts';
import { fromScratch, advanceClock, openSharedState, useSharedState, write } from './support/shared-state.ts';
import { sized } from '../full.ts';

it('continues release numbers, history and pin on a new machine', async () => {
  const { source, machine } = useSharedState();
  const first = await machine('first');
  write(source, 'One');
  await first.reconcile();
  for (const title of ['Two', 'Three', 'Four', 'Five', 'Six', 'Seven']) {
    write(source, title);
    await first.publish(['pages/a']);
  }
  await first.rollback('2');
  const shown = await liveFiles(first);
  const releases = first.releases();
  await first.close();

  const second = await machine('second');
  expect(second.releases()).toEqual(releases);
  expect(second.status()).toMatchObject({ release: '8', pinned: '2' });
  expect(await liveFiles(second)).toEqual(shown);
  write(source, 'Eight');
  await second.publish(['pages/a']);
  expect(await liveFiles(second)).toEqual(shown);
  expect((await second.unpin()).release?.id).toBe('10');
  expect(await liveFiles(second)).toEqual(await fromScratch(source));
});

it.each(['ends', 'is killed'])('a new machine reads only changes after the previous one %s', async (how) => {
  const { source, machine } = useSharedState();
  for (const slug of ['a', 'b', 'c']) write(source, 'One', slug);
  advanceClock(source);
  const first = await machine('first');
  await first.follow();
  if (how === 'ends') await first.close();
  advanceClock(source);
  write(source, 'Two', 'b');
  const readAll = vi.spyOn(source, 'readAll');
  const changedSince = vi.spyOn(source, 'changedSince');
  const second = await machine('second');
  await second.follow();
  expect(readAll).not.toHaveBeenCalled();
  const answers = changedSince.mock.settledResults.map(
    ({ value }) => value as Awaited<ReturnType<typeof source.changedSince>>,
  );
  expect(answers.map(({ written }) => written.map(({ path }) => path))).toEqual([['pages/b']]);
  expect(await liveFiles(second)).toEqual(await fromScratch(source));
});

it('a superseded machine does not store a cursor for unpublished changes', async () => {
  const { source, machine } = useSharedState();
  write(source, 'One');
  const old = await machine('old', { fingerprint: 'text-1' });
  await old.follow();
  const fresh = await machine('fresh', { fingerprint: 'text-2' });
  await fresh.follow();
  await fresh.close();
  advanceClock(source);
  write(source, 'Two');
  // This publish reports that the machine is superseded. Then it queries changes again.
  await old.publish(['pages/a']);
  await old.follow();
  await old.close();
  advanceClock(source);
  const next = await machine('old', { fingerprint: 'text-2' });
  await next.follow();
  expect(JSON.stringify(await liveFiles(next))).toContain('Two');
});

it('imports the history of a folder without shared state into the log', async () => {
  const { source, machine } = useSharedState();
  const alone = await machine('first', { state: null });
  write(source, 'One');
  await alone.reconcile();
  write(source, 'Two');
  await alone.publish(['pages/a']);
  const releases = alone.releases();
  await alone.close();

  const sharing = await machine('first');
  write(source, 'Three');
  expect((await sharing.publish(['pages/a'])).release?.id).toBe('3');
  const other = await machine('other');
  expect(
    other
      .releases()
      .slice(1)
      .map(({ id }) => id),
  ).toEqual(releases.map(({ id }) => id));
  expect(await liveFiles(other)).toEqual(await fromScratch(source));
  await other.rollback('1');
  expect(JSON.stringify(await liveFiles(other))).toContain('One');
});

it('loses no edit when two processes publish at the same time', async () => {
  const { source, machine } = useSharedState();
  const [ada, bob] = [await machine('ada'), await machine('bob')];
  await Promise.all([ada.reconcile(), bob.reconcile()]);
  for (let round = 0; round < 8; round += 1) {
    write(source, `A${String(round)}`, 'a');
    write(source, `B${String(round)}`, 'b');
    await Promise.all([ada.publish(['pages/a']), bob.publish(['pages/b'])]);
  }
  await Promise.all([ada.reconcile(), bob.reconcile()]);
  await ada.reconcile();
  const expected = await fromScratch(source);
  expect(await liveFiles(ada)).toEqual(expected);
  expect(await liveFiles(bob)).toEqual(expected);
  expect(ada.releases()).toEqual(
    bob.releases().map((release) => expect.objectContaining({ id: release.id }) as object),
  );
});

it('applies the commits of another process before it publishes', async () => {
  const { source, objects, machine } = useSharedState();
  const refused: string[] = [];
  const watched: Objects = {
    ...objects,
    create: async (name, bytes) => {
      const isNew = await objects.create(name, bytes);
      if (!isNew && name.startsWith('commits/')) refused.push(name);
      return isNew;
    },
  };
  write(source, 'One');
  const ada = await machine('ada', { state: watched });
  const bob = await machine('bob', { state: watched });
  for (const pipeline of [ada, bob]) await pipeline.reconcile();
  refused.length = 0;
  for (const [round, pipeline] of [ada, bob, ada, bob].entries()) {
    write(source, `Round ${String(round)}`);
    await pipeline.publish(['pages/a']);
  }
  expect(refused).toEqual([]);
  expect(await liveFiles(bob)).toEqual(await fromScratch(source));
});

const turns = fc.array(
  fc.record({ name: fc.constantFrom('ada', 'bob'), edits: fc.array(edit, { minLength: 1, maxLength: 3 }) }),
  { maxLength: 8 },
);

it(
  'an edit handled by either of two processes equals a build from scratch',
  async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (all) => {
        const { source, machine, end } = openSharedState();
        const uploads = memoryUploads();
        uploads.set('u1', uploadContents.circle);
        uploads.set('u2', uploadContents.square);
        source.set('pages/kept', aPage({ slug: 'kept', is_published: false }));
        const openImages: NonNullable<Parameters<typeof machine>[1]>['openImages'] = (blobs, known) =>
          openImageLibrary({ uploads, buckets: [uploadBucket], blobs, known });
        try {
          const machines = { ada: await machine('ada', { openImages }), bob: await machine('bob', { openImages }) };
          for (const pipeline of Object.values(machines)) await pipeline.reconcile();
          for (const { name, edits } of all) {
            for (const one of edits) applyEdit(source, one);
            const paths = edits.map(({ path }) => path);
            await machines[name].publish(paths);
            // A hint without readable documents reads nothing, not even the commits of other processes.
            if (hintedPaths(paths).length === 0) continue;
            expect(await machines[name].verify()).toEqual({ identical: true, differing: [] });
          }
          for (const pipeline of Object.values(machines)) await pipeline.reconcile();
          expect(await liveFiles(machines.ada)).toEqual(await liveFiles(machines.bob));
        } finally {
          await end();
        }
      }),
      { numRuns: sized(1_000, 20) },
    );
  },
  sized(3_600_000, 120_000),
);

it('uses the templates of the machine that started last', async () => {
  const { source, machine } = useSharedState();
  const old = await machine('old', { fingerprint: 'text-1' });
  write(source, 'One');
  await old.reconcile();
  const fresh = await machine('fresh', { fingerprint: 'text-2' });
  await fresh.reconcile();
  write(source, 'Two');
  await expect(old.publish(['pages/a'])).resolves.toMatchObject({ release: null });
  await fresh.publish(['pages/a']);
  expect(Object.keys(await liveFiles(fresh))).toContain('/assets/text-2.css');
  expect(fresh.releases()).toHaveLength(3);
});

const titles = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('One', 'Two', 'Three')), {
  minLength: 1,
  maxLength: 9,
});

it(
  'loses and mixes no edits under storage failures',
  async () => {
    await fc.assert(
      fc.asyncProperty(titles, fc.infiniteStream(fc.nat(11)), async (all, dice) => {
        const { source, objects, machine, end } = openSharedState();
        try {
          let isFailing = true;
          const failAtRandom = (): void => {
            if (isFailing && dice.next().value === 0) throw new Error('the storage does not answer');
          };
          const failing: Objects = {
            // A failure can occur before the write or after it.
            create: async (name, bytes) => {
              failAtRandom();
              const isNew = await objects.create(name, bytes);
              failAtRandom();
              return isNew;
            },
            read: async (...asked) => {
              failAtRandom();
              return objects.read(...asked);
            },
            list: async (...asked) => {
              failAtRandom();
              return objects.list(...asked);
            },
            remove: (name) => objects.remove(name),
          };
          const machines: Pipeline[] = [];
          for (const name of ['ada', 'bob']) machines.push(await machine(name));
          isFailing = false;
          const unsteady = await machine('unsteady', { state: failing });
          isFailing = true;
          for (const [index, [slug, title]] of all.entries()) {
            write(source, title, slug);
            const writer = [...machines, unsteady][index % 3];
            const published = writer?.publish([`pages/${slug}`]);
            published?.catch(() => undefined);
            await Promise.race([published, new Promise((resolve) => setTimeout(resolve, 20))]);
          }
          isFailing = false;
          const expected = await fromScratch(source);
          for (const pipeline of [unsteady, ...machines, unsteady]) {
            await pipeline.reconcile();
            expect(await liveFiles(pipeline)).toEqual(expected);
          }
        } finally {
          await end();
        }
      }),
      { numRuns: sized(300, 4) },
    );
  },
  sized(1_800_000, 90_000),
);
