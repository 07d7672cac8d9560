import { type Kind, kinds } from '@frontage/model/kinds';
import { collections } from '@frontage/model/paths';
import {
  type KeptCollection,
  keptFields,
  type Listed,
  listedFields,
  listedOf,
  readListed,
  type SummarizedCollection,
  type Summary,
  summarySet,
  unpackShard,
} from '@frontage/model/summaries/listed';
import type { Data } from '@frontage/model/changes/write';
import {
  type Answer,
  type CollectionQuery,
  type DocumentStore,
  type Entry,
  type Failure,
  valueOf,
} from './document-store.ts';
import { toPlain } from '@frontage/model/stored-values';

// The number of deletions possible before the server has summarized one of them.
const recentlyDeleted = 5;

interface Deletions {
  mayReadTrash: boolean;
  /** Documents deleted in this browser: the last `rev` of each, by id. */
  deletedHere?: ReadonlyMap<string, number> | undefined;
}

/**
 * Every document of a kind with its listed fields, unordered, including invalid ones with their errors. Reads
 * summaries, recent writes and, with access to the trash, recent deletions. Without summaries, reads the documents
 * without their texts. Rejects with a `DocumentError`.
 */
export async function readListedDocuments<K extends Kind>(
  store: DocumentStore,
  kind: K,
  { mayReadTrash, deletedHere }: Deletions,
): Promise<Listed<K>[]> {
  const { collection } = kinds[kind];
  const fields = listedFields[kind];
  const read = ({ id, data }: Entry) => readListed(kind, id, toPlain(data) as Record<string, unknown>);
  const [answer, deleted] = await Promise.all([
    readSummaries(store, collection, fields),
    mayReadTrash ? readDeleted(store, collection) : new Map<string, string>(),
  ]);
  const summaries = valueOf(answer);
  if (summaries === null) return valueOf(await store.list(collection, { fields })).map(read);

  const { byId, recent } = summaries;
  const listed = new Map([...byId].map(([id, summary]) => [id, listedOf(kind, id, summary)]));
  for (const entry of recent) {
    const { excerpt = '' } = listed.get(entry.id)?.document ?? {};
    if (isCurrentSummary(byId.get(entry.id), entry.data)) continue;
    const { document, problems } = read(entry);
    listed.set(entry.id, { document: { ...document, excerpt }, problems, isAhead: true });
  }
  const isDeleted = ({ document: { id, rev, updated_at } }: Listed<K>): boolean =>
    (deleted.get(id) ?? '') > updated_at || (deletedHere?.get(id) ?? -1) >= rev;
  return [...listed.values()].filter((entry) => !isDeleted(entry));
}

/** The times of the most recent deletions in a collection, by document id. */
async function readDeleted(store: DocumentStore, collection: string): Promise<Map<string, string>> {
  const choice = { newestBy: 'deleted_at', limit: recentlyDeleted, fields: ['collection', 'id', 'deleted_at'] };
  const entries = valueOf(await store.list(collections.trash, choice)).map(({ data }) => toPlain(data));
  return new Map(
    (entries as Record<string, string>[])
      .filter((entry) => entry['collection'] === collection)
      .map(({ id = '', deleted_at = '' }) => [id, deleted_at]),
  );
}

/** The summaries of a collection. */
interface Summaries {
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
const isCurrentSummary = (summary: Summary | undefined, data: Data): boolean =>
  summary !== undefined && summary['updated_at'] === toPlain(data['updated_at']) && summary['rev'] === data['rev'];

/**
 * A newly read list that reuses the previous entry of each unchanged document, and the previous list if all are
 * unchanged, to avoid rendering. Entries with errors are always replaced.
 */
export function shareListed<K extends Kind>(before: readonly Listed<K>[] | undefined, now: Listed<K>[]): Listed<K>[] {
  if (before === undefined) return now;
  // Most entries keep their position: only moved ones are searched.
  let byId: Map<string, Listed<K>> | undefined;
  const previousOf = (id: string, index: number): Listed<K> | undefined => {
    const candidate = before[index];
    if (candidate?.document.id === id) return candidate;
    byId ??= new Map(before.map((entry) => [entry.document.id, entry]));
    return byId.get(id);
  };
  let shared = 0;
  const entries = now.map((entry, index) => {
    const previous = previousOf(entry.document.id, index);
    if (previous === undefined || !isSameListed(previous, entry)) return entry;
    if (previous === before[index]) shared += 1;
    return previous;
  });
  return shared === now.length && shared === before.length ? (before as Listed<K>[]) : entries;
}

/** Compares fields by identity, because listed fields are never objects. */
function isSameListed<K extends Kind>(a: Listed<K>, b: Listed<K>): boolean {
  if (a.isAhead !== b.isAhead || a.problems.length > 0 || b.problems.length > 0) return false;
  const [left, right] = [a.document, b.document] as Record<string, unknown>[];
  for (const field in left) if (left[field] !== right?.[field]) return false;
  for (const field in right) if (!(field in (left ?? {}))) return false;
  return true;
}

// Firestore's limit of values in one `in` condition.
const maxInValues = 30;

interface Among extends Omit<CollectionQuery, 'where' | 'newestBy' | 'from' | 'limit'> {
  where: { field: string; equals: unknown };
  field: string;
  values: readonly string[];
}

/** The documents of a collection that meet a condition and have one of these values in a field; reads nothing else. */
export async function listAmong(
  store: DocumentStore,
  collection: string,
  { where, field, values, ...choice }: Among,
): Promise<Answer<Entry[]>> {
  const parts = Array.from({ length: Math.ceil(values.length / maxInValues) }, (_, part) =>
    values.slice(part * maxInValues, (part + 1) * maxInValues),
  );
  const answers = await Promise.all(
    parts.map((oneOf) => store.list(collection, { ...choice, where: [where, { field, oneOf }] })),
  );
  const failed = answers.find((answer): answer is Failure => !answer.ok);
  return failed ?? { ok: true, value: answers.flatMap((answer) => (answer.ok ? answer.value : [])) };
}
