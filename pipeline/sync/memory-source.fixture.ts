import { sweptCollections } from '@frontage/model/content-collections';
import { collections } from '@frontage/model/paths';
import type { ContentSource, JsonObject, SourceDocument, SourceLaunch } from './source.ts';

/** Documents in memory, versioned the way Firestore versions them. */
export interface MemorySource extends ContentSource {
  documents: ReadonlyMap<string, JsonObject>;
  set(path: string, data: JsonObject): void;
  delete(path: string): void;
  /** Writes documents, or deletes those with null, in one commit that is a launch. */
  launch(id: string, written: Readonly<Record<string, JsonObject | null>>): void;
}

/** An empty source. Its clock starts at `start` and advances by one second per write. */
export function memorySource(start = '2026-01-01T00:00:00.000Z'): MemorySource {
  const documents = new Map<string, JsonObject>();
  const times = new Map<string, string>();
  const deletions = new Map<string, string>();
  const launches: (SourceLaunch & { at: string })[] = [];
  let ticks = 0;
  const now = (): string => new Date(Date.parse(start) + ticks * 1_000).toISOString();
  const isSwept = (path: string): boolean => sweptCollections.some((name) => path.startsWith(`${name}/`));
  const find = (path: string): SourceDocument => {
    const data = documents.get(path) ?? null;
    return { path, data, time: data === null ? now() : (times.get(path) ?? now()) };
  };
  return {
    documents,
    set: (path, data) => {
      ticks += 1;
      documents.set(path, data);
      times.set(path, now());
    },
    delete: (path) => {
      ticks += 1;
      documents.delete(path);
      deletions.set(path, now());
    },
    launch: (id, written) => {
      ticks += 1;
      for (const [path, data] of Object.entries(written)) {
        if (data === null) {
          documents.delete(path);
          deletions.set(path, now());
        } else {
          documents.set(path, data);
          times.set(path, now());
        }
      }
      launches.push({ id, documents: Object.keys(written), at: now() });
    },
    launchesSince: (moment) => Promise.resolve({ launches: launches.filter(({ at }) => at >= moment), readAt: now() }),
    changedSince: (moment) =>
      Promise.resolve({
        written: [...documents.keys()]
          .map((path) => ({ path, time: times.get(path) ?? '' }))
          .filter(({ path, time }) => isSwept(path) && time >= moment),
        deleted: [...deletions].flatMap(([path, at]) => (at >= moment ? [path] : [])),
        at: now(),
      }),
    draftsSince: (moment) => {
      const prefix = `${collections.drafts}/`;
      return Promise.resolve({
        written: [...documents.keys()]
          .map((path) => ({ path, time: times.get(path) ?? '' }))
          .filter(({ path, time }) => path.startsWith(prefix) && (moment === null || time >= moment)),
        deleted: [...deletions].flatMap(([path, at]) =>
          moment !== null && path.startsWith(prefix) && at >= moment ? [path] : [],
        ),
        at: now(),
      });
    },
    readAll: (collections) =>
      Promise.resolve({
        documents: [...documents.keys()].filter((path) => collections.includes(path.split('/')[0] ?? '')).map(find),
        at: now(),
      }),
    markShown: (names) => {
      const shown = [...documents].filter(
        ([path]) => path.startsWith(`${collections.media}/`) && names.some((name) => path.endsWith(`_${name}`)),
      );
      for (const [path, { is_unshown, ...data }] of shown) {
        if (is_unshown === undefined) continue;
        ticks += 1;
        documents.set(path, data);
        times.set(path, now());
      }
      return Promise.resolve({ documents: shown.map(([path]) => find(path)), at: now() });
    },
    read: (paths) => Promise.resolve({ documents: paths.map(find), at: now(), readAt: now() }),
  };
}
