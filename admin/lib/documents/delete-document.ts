import type { Kind } from './kinds.ts';
import { planDelete } from './plan-delete.ts';
import { documentPath, embedPath, slugPath } from './plan-save.ts';
import { embedIn } from './save-document.ts';
import { failureOf, type WriteFailure } from './failure.ts';
import type { Answer, DocumentStore } from './store.ts';
import type { Data } from './plain.ts';

export type DeleteOutcome = { ok: true } | { ok: false; failure: WriteFailure };

interface Target {
  kind: Kind;
  id: string;
  uid: string;
}

const nothing: Answer<Data | null> = { ok: true, value: null };

/** Moves a document to the trash. One that is already gone counts as deleted, so repeating a lost delete is safe. */
export async function deleteDocument(store: DocumentStore, { kind, id, uid }: Target): Promise<DeleteOutcome> {
  const current = await store.read(documentPath(kind, id));
  if (!current.ok) return { ok: false, failure: failureOf(current) };
  const data = current.value;
  if (data === null) return { ok: true };

  const slug = typeof data['slug'] === 'string' ? slugPath(kind, data['slug']) : null;
  const [reservation, companion] = await Promise.all([
    slug ? store.read(slug) : nothing,
    kind === 'demo' ? store.read(embedPath(id)) : nothing,
  ]);
  if (!reservation.ok) return { ok: false, failure: failureOf(reservation) };
  if (!companion.ok) return { ok: false, failure: failureOf(companion) };

  const holdsSlug = reservation.value?.['id'] === id;
  const deleted = await store.commit(planDelete({ kind, id, data, holdsSlug, embed: embedIn(companion.value), uid }));
  if (deleted.ok) return { ok: true };
  if (deleted.reason === 'unauthenticated') return { ok: false, failure: failureOf(deleted) };

  const after = await store.read(documentPath(kind, id));
  return after.ok && after.value === null ? { ok: true } : { ok: false, failure: failureOf(deleted) };
}
