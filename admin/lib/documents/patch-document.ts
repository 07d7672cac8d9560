import type { Kind } from '@frontage/model/kinds';
import { changeOf } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import type { DocumentStore } from './document-store.ts';
import { saveDocument, type SaveOutcome } from './save-document.ts';

export interface Patch {
  kind: Kind;
  id: string;
  /** The revision the change was decided on. */
  rev: number;
  /** Fields that get a new value, slugs excepted; all others stay as they are. */
  fields: Data;
  uid: string;
}

/**
 * Changes single fields of a document. Where somebody saved a newer version meanwhile, the change is made on top of
 * theirs: it touches nothing else.
 */
export async function patchDocument(store: DocumentStore, patch: Patch): Promise<SaveOutcome> {
  const intent = changeOf(patch);
  const first = await saveDocument(store, intent);
  if (first.ok) return first;
  const { failure, unresolved } = first;
  if (failure.reason === 'unreachable') return saveDocument(store, intent, unresolved);
  const newer = failure.reason === 'conflict' ? failure.theirs.data?.['rev'] : undefined;
  return typeof newer === 'number' ? saveDocument(store, changeOf({ ...patch, rev: newer }), unresolved) : first;
}
