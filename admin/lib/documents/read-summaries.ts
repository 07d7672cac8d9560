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

/** The summaries of a collection. */
export interface Summaries {
  /** By document id, at the time of the server's last update. */
  byId: ReadonlyMap<string, Summary>;
  /** The most recent writes with the requested fields, which may be newer than their summaries. */
  recent: readonly Entry[];
}

// The numbers of recent writes to read. The summaries lag by a few writes, after a bulk change by more.
const recentLimits = [8, 40];

/** The summaries of a collection with the writes that they may not include; null if the summaries are incomplete. */
export async function readSummaries(
  store: DocumentStore,
  collection: SummarizedCollection,
  fields: readonly string[],
): Promise<Answer<Summaries | null>> {
  const set = summarySet(collection);
  const readRecent = (limit: number) => store.list(collection, { newestBy: 'updated_at', limit, fields });
  const [first = 0, ...more] = recentLimits;
  const [shards, newest] = await Promise.all([
    store.list(collections.summaries, { where: { field: 'set', equals: set } }),
    readRecent(first),
  ]);
  if (!shards.ok) return shards;
  // After a bulk change the server lags by seconds and records it in `behind`.
  if (!shards.value.some(({ id, data }) => id === set && data['behind'] === 0)) return { ok: true, value: null };
  const byId = new Map(shards.value.flatMap(({ data }) => [...(unpackShard(data['entries']) ?? [])]));

  let recent = newest;
  for (const limit of more) {
    if (!recent.ok || recent.value.length < first) break;
    if (!recent.value.some(({ id, data }) => isCurrentSummary(byId.get(id), data))) recent = await readRecent(limit);
  }
  return recent.ok ? { ok: true, value: { byId, recent: recent.value } } : recent;
}

/** Every document of a collection with the fields kept in its summaries. */
export async function readSummarized(store: DocumentStore, collection: KeptCollection): Promise<Answer<Entry[]>> {
  const fields = keptFields[collection];
  const summaries = await readSummaries(store, collection, fields);
  if (!summaries.ok) return summaries;
  if (summaries.value === null) return store.list(collection, { fields });
  const byId = new Map<string, Data>(summaries.value.byId);
  for (const { id, data } of summaries.value.recent) byId.set(id, data);
  return { ok: true, value: [...byId].map(([id, data]) => ({ id, data })) };
}

/** Whether a summary describes this version of its document. */
export const isCurrentSummary = (summary: Summary | undefined, data: Data): boolean =>
  summary !== undefined && summary['updated_at'] === toPlain(data['updated_at']) && summary['rev'] === data['rev'];
