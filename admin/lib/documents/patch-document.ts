import type { Kind } from '@frontage/model/kinds';
import { changeOf } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import type { DocumentStore } from './document-store.ts';
import { saveDocument, type SaveOutcome } from './save-document.ts';

export interface Patch {
  kind: Kind;
  id: string;
  /** The revision that this user saw. */
  rev: number;
  /** New values of fields, except slugs; all others stay unchanged. */
  fields: Data;
  uid: string;
}

/**
 * Changes single fields of a document. Other fields of a newer version are kept, but a version that this user has not
 * seen is not published.
 */
export async function patchDocument(store: DocumentStore, patch: Patch): Promise<SaveOutcome> {
  const intent = changeOf(patch);
  const first = await saveDocument(store, intent);
  if (first.ok) return first;
  const { failure, unresolved } = first;
  if (failure.reason === 'unreachable') return saveDocument(store, intent, unresolved);
  if (patch.fields['is_published'] === true) return first;
  const newer = failure.reason === 'conflict' ? failure.theirs.data?.['rev'] : undefined;
  return typeof newer === 'number' ? saveDocument(store, changeOf({ ...patch, rev: newer }), unresolved) : first;
}
