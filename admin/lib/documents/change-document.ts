import type { Kind } from '@frontage/model/kinds';
import { type Data, documentPath, embedIn, embedPath } from '@frontage/model/writes/write';
import { changeOf, planDelete, planSave, type SaveIntent } from '@frontage/model/writes/plan-save';
import { invalid, texts } from '@frontage/model/messages';
import { type Answer, DocumentError, type DocumentStore, type Failure, valueOf } from './document-store.ts';
import { isSlugTaken, saveDocument, type SaveOutcome } from './save-document.ts';
import { isSame, toPlain } from './document.ts';

interface Patch {
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

type DeleteOutcome = { ok: true } | Failure;

interface Target {
  kind: Kind;
  id: string;
  uid: string;
}

const nothing: Answer<Data | null> = { ok: true, value: null };

/** Moves a document to the trash. One that is already gone counts as deleted, so repeating a lost delete is safe. */
export async function deleteDocument(store: DocumentStore, { kind, id, uid }: Target): Promise<DeleteOutcome> {
  const current = await store.read(documentPath(kind, id));
  if (!current.ok) return current;
  const data = current.value;
  if (data === null) return { ok: true };

  const companion = kind === 'demo' ? await store.read(embedPath(id)) : nothing;
  if (!companion.ok) return companion;

  const deleted = await store.commit(planDelete({ kind, id, data, embed: embedIn(companion.value), uid }));
  if (deleted.ok) return { ok: true };
  if (deleted.reason === 'unauthenticated') return deleted;

  const after = await store.read(documentPath(kind, id));
  return after.ok && after.value === null ? { ok: true } : deleted;
}

type BatchResult = 'done' | 'changed since' | 'slug taken';

/** The messages for batches and undo actions that found newer versions. */
export const undoFailures: Record<Exclude<BatchResult, 'done'>, string> = {
  'changed since': texts.changedSince,
  'slug taken': invalid.slugTaken,
};

/**
 * Changes documents in one batch, each only if the document still has the base revision of its intent: all of them or
 * none. Rejects with a `DocumentError`.
 */
export async function saveTogether(store: DocumentStore, intents: readonly SaveIntent[]): Promise<BatchResult> {
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
): Promise<BatchResult> {
  const current = valueOf(await store.read(documentPath(created.kind, created.id), ['rev']));
  if (current !== null && current['rev'] !== rev) return 'changed since';
  const deleted = await deleteDocument(store, created);
  if (!deleted.ok) throw new DocumentError(deleted.reason, deleted.message);
  return 'done';
}

/**
 * Whether the document still has the base revision (`unchanged`), was changed by this save (`done`) or changed since.
 */
async function stateOf(store: DocumentStore, intent: SaveIntent): Promise<'unchanged' | 'done' | 'changed'> {
  const { path, rev } = planSave(intent);
  const current = valueOf(await store.read(path));
  if (current?.['rev'] === intent.base?.rev) return 'unchanged';
  const isOwn = current?.['rev'] === rev && current['updated_by'] === intent.uid;
  const holds = Object.entries(intent.fields).every(([field, value]) => isSame(toPlain(current?.[field]), value));
  return isOwn && holds ? 'done' : 'changed';
}
