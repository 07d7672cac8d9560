import { draftSummary, type DraftSummary } from '@frontage/model/draft';
import { collections } from '@frontage/model/paths';
import type { Data } from '@frontage/model/changes/write';
import { toPlain } from '@frontage/model/stored-values';
import { documentName, nameFields } from '../../lib/documents/document.ts';
import { valueOf, type CollectionQuery, type DocumentStore, type Entry } from '../../lib/documents/document-store.ts';
import { summaryFields } from '../../lib/documents/draft.ts';
import { listAmong } from '../../lib/documents/list-among.ts';

/** A draft without its content, but with its title. */
export interface ListedDraft extends DraftSummary {
  title: string;
}

// Only the title of the content is read, because texts are long.
const fields = [...summaryFields, ...nameFields.map((field) => `data.${field}`)];

function toListed({ data }: Entry): ListedDraft[] {
  const summary = draftSummary.safeParse(toPlain(data)).data;
  return summary ? [{ ...summary, title: documentName((data['data'] ?? {}) as Data) }] : [];
}

/** The drafts that match `choice`. Rejects with a `DocumentError`. */
export const listDrafts = async (store: DocumentStore, choice: CollectionQuery): Promise<ListedDraft[]> =>
  valueOf(await store.list(collections.drafts, { ...choice, fields })).flatMap(toListed);

/** The drafts of the documents `ids` in `collection`. Rejects with a `DocumentError`. */
export async function draftsAmong(
  store: DocumentStore,
  collection: string,
  ids: readonly string[],
): Promise<ListedDraft[]> {
  const where = { field: 'collection', equals: collection };
  const found = await listAmong(store, collections.drafts, { where, field: 'id', values: ids, fields });
  return valueOf(found).flatMap(toListed);
}
