import { kinds, slugKindOf, type Kind } from '@frontage/model/kinds';
import { collections } from '@frontage/model/paths';
import { numberedSlug } from '@frontage/model/slug';
import { copyFields, copySlug } from '@frontage/model/writes/copy-fields';
import { documentPath, embedIn, embedPath } from '@frontage/model/writes/document-paths';
import type { Data } from '@frontage/model/writes/write';
import { DocumentError, valueOf, type DocumentStore } from './document-store.ts';
import { firstFreeSlug } from './free-slug.ts';
import { newId } from './new-id.ts';
import { saveDocument } from './save-document.ts';

/** A copy that was saved, or one that waits for what cannot be copied. */
export type Duplicate = {
  /** What people call it. */
  name: string;
} & (
  | { type: 'saved'; id: string; rev: number }
  /** Of a protected demo: `embed` is null where this person may not see it. */
  | { type: 'needs password'; fields: Data; embed: string | null }
);

interface Original {
  kind: Kind;
  id: string;
  uid: string;
}

/** Copies a document as it is stored into a new, unpublished one with a free slug. Rejects with a `DocumentError`. */
export async function duplicateDocument(store: DocumentStore, { kind, id, uid }: Original): Promise<Duplicate> {
  const document = valueOf(await store.read(documentPath(kind, id)));
  if (!document) throw new DocumentError('missing');
  const fields = copyFields(kind, document, await placeOf(store, kind, document));
  const name = String(fields[kinds[kind].nameField]);
  if (fields['is_password_protected'] === true) {
    const readable = await store.read(embedPath(id));
    return { type: 'needs password', name, fields, embed: readable.ok ? embedIn(readable.value) : null };
  }
  const embed = kind === 'demo' ? embedIn(valueOf(await store.read(embedPath(id)))) : null;
  const copy = newId();
  const companions = embed === null ? {} : { embed };
  const outcome = await saveDocument(store, { kind, id: copy, base: null, fields, companions, uid });
  if (outcome.ok) return { type: 'saved', name, id: copy, rev: outcome.rev };
  throw new DocumentError('message' in outcome.failure ? outcome.failure.reason : 'unexpected');
}

const slugTries = 20;

/** What a copy cannot share with its original: its slug, or its place among the sections. */
async function placeOf(store: DocumentStore, kind: Kind, document: Data): Promise<Data> {
  const slugKind = slugKindOf(kind);
  if (slugKind === null) {
    const choice = { newestBy: 'order_index', limit: 1, fields: ['order_index'] };
    const [last] = valueOf(await store.list(collections.sections, choice));
    return { order_index: Number(last?.data['order_index'] ?? -1) + 1 };
  }
  const first = copySlug(slugKind, String(document['slug']));
  const numbered = Array.from({ length: slugTries - 1 }, (_, index) => numberedSlug(first, index + 2));
  const slug = await firstFreeSlug(store, slugKind, [first, ...numbered]);
  if (slug === null) throw new DocumentError('unexpected');
  return { slug };
}
