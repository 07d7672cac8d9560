import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memorySource } from '../sync/memory-source.fixture.ts';
import { aPage } from '../sync/documents.fixture.ts';
import type { ContentSource, JsonObject } from '../sync/source.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

const isFull = Boolean(process.env['FULL']);

const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const someIds = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 4 });

/** A change of one page by a launch: another title, unpublished, or deleted. */
const change = fc.constantFrom<'title' | 'unpublish' | 'delete'>('title', 'title', 'title', 'unpublish', 'delete');

type Event =
  | { type: 'edit' | 'hint' | 'unreadable'; ids: (typeof ids)[number][] }
  | { type: 'launch'; ids: (typeof ids)[number][]; changes: ('title' | 'unpublish' | 'delete')[]; hinted: number }
  | { type: 'sweep' | 'restart' | 'hintAtOnce' };

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('edit' as const), ids: someIds }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('launch' as const),
      ids: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 2, maxLength: 5 }),
      changes: fc.array(change, { minLength: 5, maxLength: 5 }),
      hinted: fc.nat(5),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('hint' as const), ids: someIds }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('unreadable' as const), ids: someIds }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('sweep' as const, 'restart' as const, 'hintAtOnce' as const) }),
  },
);

/**
 * Releases observed at every commit: the first release with one document of a launch has all of them. Hints are lost,
 * late and partial, documents cannot be read, and the pipeline restarts.
 */
it(
  'no release contains a part of a launch, and the last one equals a build from scratch',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 2, maxLength: 12 }), async (events) => {
        const { folder, remove } = temporaryFolder();
        const memory = memorySource();
        const unreadable = new Set<string>();
        const source: ContentSource = {
          ...memory,
          read: (paths) => {
            if (paths.some((path) => unreadable.has(path))) return Promise.reject(new Error('Unreadable'));
            for (const path of paths) readAt.set(path, count);
            return memory.read(paths);
          },
          readAll: (...asked) => {
            for (const id of ids) readAt.set(`pages/${id}`, count);
            return memory.readAll(...asked);
          },
        };
        /** The number of writes before the last read of each document. */
        const readAt = new Map<string, number>();
        let count = 0;
        const launches: { documents: string[]; at: number; isSeen: boolean }[] = [];
        const parts: unknown[] = [];
        const current = (path: string) => memory.documents.get(path) ?? null;
        const live = new Map<string, JsonObject | null>();
        const observe = (changed: readonly string[]): void => {
          for (const launch of launches) {
            const isPublished = (path: string) => changed.includes(path) && (readAt.get(path) ?? Infinity) >= launch.at;
            if (launch.isSeen || !launch.documents.some(isPublished)) continue;
            launch.isSeen = true;
            // A later launch may have undone a change before it was read.
            const missing = launch.documents.filter(
              (path) => !changed.includes(path) && live.get(path) !== current(path),
            );
            if (missing.length > 0) parts.push({ changed, missing });
          }
          for (const path of changed) live.set(path, current(path));
        };
        const open = () =>
          openTextPipeline({
            dataDir: folder,
            source,
            preemptThreshold: 1,
            log: (logged) => {
              if (logged.event === 'release') observe(logged.documents);
            },
          });
        const titled = (id: string): JsonObject =>
          aPage({ slug: id, title: `${id} ${(count += 1)}`, show_in_menu: true });
        for (const id of ids) memory.set(`pages/${id}`, titled(id));
        memory.set('pages/kept', aPage({ slug: 'kept', is_published: false }));
        let pipeline = await open();
        await pipeline.reconcile();
        const pending: Promise<unknown>[] = [];
        const hint = (some: readonly string[]) =>
          pending.push(pipeline.publish(some.map((id) => `pages/${id}`)).catch(String));
        try {
          for (const happened of events) {
            if (happened.type === 'edit') for (const id of happened.ids) memory.set(`pages/${id}`, titled(id));
            else if (happened.type === 'hint') {
              hint(happened.ids);
              await Promise.all(pending);
            } else if (happened.type === 'launch') {
              const written: Record<string, JsonObject | null> = {};
              for (const [index, id] of happened.ids.entries()) {
                const kind = happened.changes[index];
                // A page that is deleted or unpublished twice would not change: it gets another title.
                const isThere = memory.documents.get(`pages/${id}`)?.['is_published'] === true;
                written[`pages/${id}`] =
                  kind === 'title' || !isThere
                    ? titled(id)
                    : kind === 'delete'
                      ? null
                      : { ...titled(id), is_published: false };
              }
              memory.launch(`l${(count += 1)}`, written);
              launches.push({ documents: Object.keys(written), at: count, isSeen: false });
              hint(happened.ids.slice(0, happened.hinted));
              await new Promise((resolve) => setImmediate(resolve));
            } else if (happened.type === 'unreadable') {
              unreadable.clear();
              for (const id of happened.ids.slice(0, 1)) unreadable.add(`pages/${id}`);
            } else if (happened.type === 'hintAtOnce') for (const id of ids) hint([id]);
            else if (happened.type === 'sweep') await pipeline.reconcile().catch(String);
            else {
              await pipeline.close();
              pipeline = await open();
            }
          }
          unreadable.clear();
          await Promise.all(pending);
          await pipeline.reconcile();
          await pipeline.publish(ids.map((id) => `pages/${id}`));
          expect(parts).toEqual([]);
          const fresh = temporaryFolder();
          const scratch = await openTextPipeline({ dataDir: fresh.folder, source: memory });
          await scratch.reconcile();
          expect(await liveFiles(pipeline)).toEqual(await liveFiles(scratch));
          await scratch.close();
          fresh.remove();
        } finally {
          await pipeline.close();
          remove();
        }
      }),
      { numRuns: isFull ? 1_000 : 40 },
    );
  },
  isFull ? 3_600_000 : 120_000,
);
