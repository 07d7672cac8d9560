import { kinds, type Kind } from '@frontage/model/kinds';
import { collections } from '@frontage/model/paths';
import { listedFields, listedOf, readListed, type Listed } from '@frontage/model/summaries/listed';
import { valueOf, type DocumentStore, type Entry } from './document-store.ts';
import { toPlain } from './plain.ts';
import { isCurrentSummary, readSummaries } from './read-summaries.ts';

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
