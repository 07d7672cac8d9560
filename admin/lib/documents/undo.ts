import type { Kind } from '@frontage/model/kinds';
import { invalid, texts } from '@frontage/model/messages';
import { documentPath } from '@frontage/model/writes/document-paths';
import { planSave, type SaveIntent } from '@frontage/model/writes/plan-save';
import { deleteDocument } from './delete-document.ts';
import { DocumentError, valueOf, type DocumentStore } from './document-store.ts';
import { isSame, toPlain } from './plain.ts';
import { isSlugTaken } from './save-document.ts';

export type UndoResult = 'done' | 'changed since' | 'slug taken';

/** The messages for failed undo actions. */
export const undoFailures: Record<Exclude<UndoResult, 'done'>, string> = {
  'changed since': texts.changedSince,
  'slug taken': invalid.slugTaken,
};

/**
 * Restores previous values of documents in one batch, each only if the document still has the base revision of its
 * intent. Rejects with a `DocumentError`.
 */
export async function undoSave(store: DocumentStore, intents: readonly SaveIntent[]): Promise<UndoResult> {
  const committed = await store.commit(intents.flatMap((intent) => planSave(intent).writes));
  if (committed.ok) return 'done';
  const states = await Promise.all(intents.map((intent) => stateOf(store, intent)));
  // The response to the write may have been lost.
  if (states.every((state) => state === 'done')) return 'done';
  if (states.some((state) => state !== 'unchanged')) return 'changed since';
  for (const intent of intents) if (await isSlugTaken(store, intent)) return 'slug taken';
  valueOf(committed);
  return 'done';
}

/** Moves a created document to the trash unless another user changed it. Rejects with a `DocumentError`. */
export async function undoCreate(
  store: DocumentStore,
  { rev, ...created }: { kind: Kind; id: string; uid: string; rev: number },
): Promise<UndoResult> {
  const current = valueOf(await store.read(documentPath(created.kind, created.id), ['rev']));
  if (current !== null && current['rev'] !== rev) return 'changed since';
  const deleted = await deleteDocument(store, created);
  if (!deleted.ok) throw new DocumentError(deleted.reason, deleted.message);
  return 'done';
}

/**
 * Whether the document still has the base revision (`unchanged`), was restored by this undo (`done`) or changed since.
 */
async function stateOf(store: DocumentStore, intent: SaveIntent): Promise<'unchanged' | 'done' | 'changed'> {
  const { path, rev } = planSave(intent);
  const current = valueOf(await store.read(path));
  if (current?.['rev'] === intent.base?.rev) return 'unchanged';
  const isOwn = current?.['rev'] === rev && current['updated_by'] === intent.uid;
  const holds = Object.entries(intent.fields).every(([field, value]) => isSame(toPlain(current?.[field]), value));
  return isOwn && holds ? 'done' : 'changed';
}
