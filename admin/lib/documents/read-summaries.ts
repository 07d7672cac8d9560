import { collections } from '@frontage/model/paths';
import {
  keptFields,
  summarySet,
  unpackShard,
  type KeptCollection,
  type Summary,
  type SummarizedCollection,
} from '@frontage/model/summaries/shards';
import type { Data } from '@frontage/model/writes/write';
import type { Answer, DocumentStore, Entry } from './document-store.ts';
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

/** The summaries of a collection, and the writes that they may not tell of yet; null where they do not hold all of it. */
export async function readSummaries(
  store: DocumentStore,
  collection: SummarizedCollection,
  fields: readonly string[],
): Promise<Answer<Summaries | null>> {
  const set = summarySet(collection);
  const readRecent = (limit: number) => store.list(collection, { newestBy: 'updated_at', limit, fields });
  const [first = 0, ...more] = recently;
  const [shards, newest] = await Promise.all([
    store.list(collections.summaries, { where: { field: 'set', equals: set } }),
    readRecent(first),
  ]);
  if (!shards.ok) return shards;
  // After very many writes they are behind for seconds, and say so.
  if (!shards.value.some(({ id, data }) => id === set && data['behind'] === 0)) return { ok: true, value: null };
  const byId = new Map(shards.value.flatMap(({ data }) => [...(unpackShard(data['entries']) ?? [])]));

  let recent = newest;
  for (const limit of more) {
    if (!recent.ok || recent.value.length < first) break;
    if (!recent.value.some(({ id, data }) => isToldOf(byId.get(id), data))) recent = await readRecent(limit);
  }
  return recent.ok ? { ok: true, value: { byId, recent: recent.value } } : recent;
}

/** Every document of a collection, with the fields that its summaries keep. */
export async function readKept(store: DocumentStore, collection: KeptCollection): Promise<Answer<Entry[]>> {
  const fields = keptFields[collection];
  const summaries = await readSummaries(store, collection, fields);
  if (!summaries.ok) return summaries;
  if (summaries.value === null) return store.list(collection, { fields });
  const byId = new Map<string, Data>(summaries.value.byId);
  for (const { id, data } of summaries.value.recent) byId.set(id, data);
  return { ok: true, value: [...byId].map(([id, data]) => ({ id, data })) };
}

/** Whether a summary is of this state of its document. */
export const isToldOf = (summary: Summary | undefined, data: Data): boolean =>
  summary !== undefined && summary['updated_at'] === toPlain(data['updated_at']) && summary['rev'] === data['rev'];
