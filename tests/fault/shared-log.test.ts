import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Pipeline, Objects } from '@frontage/pipeline';
import { liveFiles } from '../../pipeline/engine/text-pipeline.fixture.ts';
import { openImageLibrary } from '../../pipeline/adapters/images/library.ts';
import { memoryUploads, uploadBucket, uploadContents } from '../../pipeline/adapters/images/uploads.fixture.ts';
import { aPage } from '../../pipeline/sync/documents.fixture.ts';
import { unpackCommit } from '../../pipeline/log/commit-lines.ts';
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

it('keeps the same releases on machines that are configured to keep different numbers of them', async () => {
  const { source, machine } = useSharedState();
  const [few, many] = [await machine('few', { retain: 3 }), await machine('many', { retain: 10 })];
  const idsOf = (pipeline: Pipeline): string[] => pipeline.releases().map(({ id }) => id);
  for (let round = 0; round < 9; round += 1) {
    write(source, `Round ${String(round)}`);
    await [many, few][round % 2]?.publish(['pages/a']);
  }
  // Both apply the commits of the other one.
  for (const pipeline of [few, many]) await pipeline.publish(['pages/a']);
  const kept = idsOf(few);
  expect(kept).toEqual(idsOf(many));
  // The last release of the machine that keeps fewer decides, and the other one has added one.
  expect(kept).toHaveLength(4);
  const late = await machine('late', { retain: 5 });
  expect(idsOf(late)).toEqual(kept);
  for (const pipeline of [few, many, late]) {
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    expect(await liveFiles(pipeline)).toEqual(await fromScratch(source));
  }
  const oldest = kept.at(-1) ?? '';
  await many.rollback(oldest);
  await few.unpin();
  await late.rollback(oldest);
  expect(JSON.stringify(await liveFiles(late))).toContain('Round 5');
  await expect(many.rollback('1')).rejects.toThrow('There is no release 1');
});

it('a machine whose index has lost commits applies them again from the log', async () => {
  const { source, machine, folderOf } = useSharedState();
  const file = join(folderOf('ada'), 'pipeline.sqlite');
  const first = await machine('ada');
  write(source, 'One');
  await first.reconcile();
  await first.close();
  const older = readFileSync(file);
  const second = await machine('ada');
  for (const title of ['Two', 'Three']) {
    write(source, title);
    await second.publish(['pages/a']);
  }
  await second.close();
  for (const lose of [() => writeFileSync(file, older), () => rmSync(file)]) {
    lose();
    const again = await machine('ada');
    expect(again.lost()).toBeNull();
    expect(again.live()?.id).toBe('3');
    expect(await liveFiles(again)).toEqual(await fromScratch(source));
    await again.close();
  }
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

type Happening =
  | { type: 'edit' | 'launch' | 'hint'; ids: string[]; by: 0 | 1 }
  | { type: 'sweep' | 'killed before a commit' | 'killed after a commit'; by: 0 | 1 };

const launchIds = ['a', 'b', 'c', 'd', 'e'];
const by = fc.constantFrom<0 | 1>(0, 1);
const some = (minLength: number) => fc.uniqueArray(fc.constantFrom(...launchIds), { minLength, maxLength: 4 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('edit' as const), ids: some(1), by }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('launch' as const), ids: some(2), by }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('hint' as const), ids: some(1), by }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('sweep' as const, 'killed before a commit' as const, 'killed after a commit' as const),
      by,
    }),
  },
);

it(
  'no commit of two processes contains a part of a launch, even if they are killed',
  { tags: 'ci', timeout: sized(3_600_000, 120_000) },
  async () => {
    let observed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 3, maxLength: 14 }), async (happenings) => {
        const { source, objects, machine, end } = openSharedState();
        const commits: { name: string; bytes: Uint8Array }[] = [];
        const launches: { version: number; documents: string[] }[] = [];
        let version = 0;
        // A page with the number of its last change. A launch gives all of its pages the same number.
        const numbered = (slug: string) =>
          aPage({ slug, title: `${slug} ${version}`, rev: version, is_published: slug !== 'b' || version % 3 > 0 });
        const kills: ('killed before a commit' | 'killed after a commit' | null)[] = [null, null];
        const alive: { now: boolean }[] = [];
        const deaths: Promise<undefined>[] = [];
        const start = (index: 0 | 1, name: string) => {
          kills[index] = null;
          const isAlive = { now: true };
          alive.push(isAlive);
          const death = Promise.withResolvers<undefined>();
          deaths[index] = death.promise;
          const unlessKilled =
            <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
            (...args: Args): Promise<Result> =>
              isAlive.now ? work(...args) : Promise.reject(new Error('killed'));
          const state: Objects = {
            read: unlessKilled(objects.read),
            list: unlessKilled(objects.list),
            remove: unlessKilled(objects.remove),
            create: unlessKilled(async (object, bytes) => {
              const isCommit = object.startsWith('commits/');
              if (isCommit && kills[index] !== null) {
                isAlive.now = false;
                death.resolve(undefined);
              }
              if (isCommit && kills[index] === 'killed before a commit') throw new Error('killed');
              const isNew = await objects.create(object, bytes);
              if (isCommit && isNew) commits.push({ name: object, bytes });
              if (isCommit && kills[index] !== null) throw new Error('killed');
              return isNew;
            }),
          };
          return machine(name, { state });
        };
        let count = 0;
        try {
          for (const id of launchIds) source.set(`pages/${id}`, numbered(id));
          const running = [await start(0, 'ada'), await start(1, 'bob')];
          for (const pipeline of running) await pipeline.reconcile();
          const pending: Promise<unknown>[] = [];
          // A killed process retries for ever.
          const untilKilled = (index: 0 | 1, work: Promise<unknown> | undefined) =>
            Promise.race([work?.catch(String), deaths[index]]);
          const hint = (index: 0 | 1, ids: readonly string[]) =>
            pending.push(untilKilled(index, running[index]?.publish(ids.map((id) => `pages/${id}`))));
          for (const one of happenings) {
            version += 1;
            if (one.type === 'edit') {
              for (const id of one.ids) source.set(`pages/${id}`, numbered(id));
              hint(one.by, one.ids.slice(1));
            } else if (one.type === 'launch') {
              const documents = one.ids.map((id) => `pages/${id}`);
              source.launch(`l${version}`, Object.fromEntries(one.ids.map((id) => [`pages/${id}`, numbered(id)])));
              launches.push({ version, documents });
              // Both processes hear of different parts of the launch.
              hint(one.by, one.ids.slice(0, 1));
              hint(one.by === 0 ? 1 : 0, one.ids.slice(1, 2));
              await new Promise((resolve) => setImmediate(resolve));
            } else if (one.type === 'hint') {
              hint(one.by, one.ids);
              await Promise.all(pending);
            } else if (one.type === 'sweep') await untilKilled(one.by, running[one.by]?.reconcile());
            else {
              kills[one.by] = one.type;
              await untilKilled(one.by, running[one.by]?.reconcile());
              await Promise.all(pending);
              running[one.by] = await start(one.by, `machine-${(count += 1)}`);
            }
          }
          await Promise.all(pending);
          for (const pipeline of [...running, ...running]) await pipeline.reconcile();
          const expected = await fromScratch(source);
          for (const pipeline of running) expect(await liveFiles(pipeline)).toEqual(expected);
        } finally {
          // Only processes with storage can end.
          for (const one of alive) one.now = true;
          await end();
        }
        expect(await partialLaunches(commits, launches)).toEqual([]);
        observed += commits.length;
      }),
      { numRuns: sized(1_000, 15) },
    );
    expect(observed).toBeGreaterThan(0);
  },
);

/** The launches of which a commit has some pages and not the others. */
async function partialLaunches(
  commits: readonly { name: string; bytes: Uint8Array }[],
  launches: readonly { version: number; documents: readonly string[] }[],
): Promise<unknown[]> {
  const shown = new Map<string, number>();
  const partial: unknown[] = [];
  for (const { name, bytes } of commits.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { commit } = await unpackCommit(bytes);
    for (const { path, after } of commit.documents) shown.set(path, Number(after?.data['rev'] ?? 0));
    for (const { version, documents } of launches) {
      const included = documents.filter((path) => (shown.get(path) ?? 0) >= version);
      if (included.length > 0 && included.length < documents.length) partial.push({ name, version, included });
    }
  }
  return partial;
}

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
