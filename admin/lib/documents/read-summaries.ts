import { collections } from '@frontage/model/paths';
import { summarySet, unpackShard, type Summary, type SummarizedCollection } from '@frontage/model/summaries/shards';
import type { Data } from '@frontage/model/writes/write';
import { valueOf, type DocumentStore, type Entry } from './document-store.ts';
import { toPlain } from './plain.ts';

/** What is known of a collection without reading it. */
export interface Summaries {
  /** By the ids of the documents, as they were when the server last looked. */
  byId: ReadonlyMap<string, Summary>;
  /** What was written last, with the fields that were asked for: it may be newer than its summary. */
  recent: readonly Entry[];
}

// The server is seconds behind at most; after many writes at once, by more of them.
const recently = [8, 40];

/**
 * The summaries of a collection, and the writes that they may not tell of yet; null where they do not hold all of it. Rejects
 * with a `DocumentError`.
 */
export async function readSummaries(
  store: DocumentStore,
  collection: SummarizedCollection,
  fields: readonly string[],
): Promise<Summaries | null> {
  const set = summarySet(collection);
  const readRecent = async (limit: number) =>
    valueOf(await store.list(collection, { newestBy: 'updated_at', limit, fields }));
  const [first = 0, ...more] = recently;
  const [answer, newest] = await Promise.all([
    store.list(collections.summaries, { where: { field: 'set', equals: set } }),
    readRecent(first),
  ]);
  const shards = valueOf(answer);
  // After very many writes they are behind for seconds, and say so.
  if (!shards.some(({ id, data }) => id === set && data['behind'] === 0)) return null;
  const byId = new Map(shards.flatMap(({ data }) => [...(unpackShard(data['entries']) ?? [])]));

  let recent = newest;
  const isCaughtUp = () => recent.some(({ id, data }) => isToldOf(byId.get(id), data));
  for (const limit of more) if (recent.length >= first && !isCaughtUp()) recent = await readRecent(limit);
  return { byId, recent };
}

/** Whether a summary is of this state of its document. */
export const isToldOf = (summary: Summary | undefined, data: Data): boolean =>
  summary !== undefined && summary['updated_at'] === toPlain(data['updated_at']) && summary['rev'] === data['rev'];
