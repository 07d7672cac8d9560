import type { Kind } from '@frontage/model/kinds';
import { documentPath, embedIn, embedPath } from '@frontage/model/writes/document-paths';
import { planDelete } from '@frontage/model/writes/plan-delete';
import type { Data } from '@frontage/model/writes/write';
import type { Answer, DocumentStore, Failure } from './document-store.ts';

export type DeleteOutcome = { ok: true } | Failure;

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
