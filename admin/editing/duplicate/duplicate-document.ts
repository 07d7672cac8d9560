import { type Kind, kinds, slugKindOf } from '@frontage/model/kinds';
import { numberedSlug, slugFromHeading, slugFromTitle } from '@frontage/model/slug';
import { type Data, documentPath, embedIn, embedPath } from '@frontage/model/writes/write';
import { isStamp } from '@frontage/model/fields';
import { limits } from '@frontage/model/limits';
import { DocumentError, type DocumentStore, valueOf } from '../../lib/documents/document-store.ts';
import { firstFreeSlug } from '../../lib/documents/slugs.ts';
import { newId, readNextOrder } from '../../lib/documents/document.ts';
import { saveDocument } from '../../lib/documents/save-document.ts';

/** A saved copy, or one that still needs a password. */
export type Duplicate = {
  /** The display name of the copy. */
  name: string;
} & (
  | { type: 'saved'; id: string; rev: number }
  /** For a protected demo: `embed` is null if this user may not read it. */
  | { type: 'needs password'; fields: Data; embed: string | null }
);

interface Original {
  kind: Kind;
  id: string;
  uid: string;
}

/** Copies a stored document into a new, unpublished one with a free slug. Rejects with a `DocumentError`. */
export async function duplicateDocument(store: DocumentStore, { kind, id, uid }: Original): Promise<Duplicate> {
  const document = valueOf(await store.read(documentPath(kind, id)));
  if (!document) throw new DocumentError('missing');
  const fields = copyFields(kind, document, await uniqueFields(store, kind, document));
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

/** The fields that must differ from the original: the slug, or the position among the sections. */
async function uniqueFields(store: DocumentStore, kind: Kind, document: Data): Promise<Data> {
  const slugKind = slugKindOf(kind);
  if (slugKind === null) {
    return { order_index: await readNextOrder(store, kind) };
  }
  const first = copySlug(slugKind, String(document['slug']));
  const numbered = Array.from({ length: slugTries - 1 }, (_, index) => numberedSlug(first, index + 2));
  const slug = await firstFreeSlug(store, slugKind, [first, ...numbered]);
  if (slug === null) throw new DocumentError('unexpected');
  return { slug };
}

const ending = ' (copy)';

/** The name of a copy, such as `About (copy)`, within the length limit. */
export const copyName = (name: string): string => `${name.slice(0, limits.title - ending.length).trimEnd()}${ending}`;

/** The preferred slug of a copy, such as `about-copy`, within the length limit. */
export function copySlug(kind: 'page' | 'demo', slug: string): string {
  const from = kind === 'page' ? slugFromTitle : slugFromHeading;
  return `${from(slug)
    .slice(0, limits.slug - '-copy'.length)
    .replace(/-$/, '')}-copy`;
}

/**
 * The fields of a new, unpublished copy of `document`; `over` replaces single fields. Passwords are never copied, so a
 * copy of a protected demo needs a new one.
 */
export function copyFields(kind: Kind, document: Data, over: Data): Data {
  const { nameField, schema } = kinds[kind];
  const own = Object.keys(schema.shape).filter((field) => !isStamp(field));
  const copied = Object.fromEntries(own.map((field) => [field, document[field] ?? null]));
  return { ...copied, [nameField]: copyName(String(document[nameField])), is_published: false, ...over };
}
