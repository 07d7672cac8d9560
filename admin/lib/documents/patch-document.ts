import type { Kind } from './kinds.ts';
import { saveDocument, type SaveOutcome } from './save-document.ts';
import type { DocumentStore } from './store.ts';
import type { WriteData } from './write.ts';

export interface Patch {
  kind: Kind;
  id: string;
  /** The revision the change was decided on. */
  rev: number;
  /** Fields that get a new value, slugs excepted; all others stay as they are. */
  change: WriteData;
  uid: string;
}

/**
 * Changes single fields of a document. Where somebody saved a newer version meanwhile, the change is made on top of
 * theirs: it touches nothing else.
 */
export async function patchDocument(store: DocumentStore, patch: Patch): Promise<SaveOutcome> {
  const { kind, id, rev, change, uid } = patch;
  const base = { rev, slug: null, isProtected: false };
  const intent = { kind, id, base, fields: change, companions: {}, uid };
  const first = await saveDocument(store, intent);
  if (first.ok) return first;
  if (first.failure.type === 'unreachable') return saveDocument(store, intent, first.unresolved);
  const theirs = first.failure.type === 'conflict' ? first.failure.stored : null;
  if (!theirs) return first;
  return saveDocument(store, { ...intent, base: { ...base, rev: theirs.document.rev } }, first.unresolved);
}
