import { collectionOf, type Savable, slugKindOf } from '../kinds/kinds.ts';
import { collections, draftId, slugId, trashId } from '../paths.ts';

/** The stored fields of a document. */
export type Data = Readonly<Record<string, unknown>>;

/** A placeholder for the server's time in a planned write. */
export const serverTime = Symbol('server time');

/** A placeholder for a field that an update removes. */
export const noField = Symbol('no field');

/**
 * One write of a batch. `set` replaces the whole document; `update` changes the given fields of an existing one. An
 * `update` or `delete` with a `version` (the update time of a read document) fails if the document was changed since. A
 * transaction that reads the document needs no version.
 */
export type Write =
  | { type: 'set'; path: string; data: Data }
  | { type: 'update'; path: string; data: Data; version?: string }
  | { type: 'delete'; path: string; version?: string };

/** The path of a document or a setting. */
export const documentPath = (kind: Savable, id: string): string => `${collectionOf(kind)}/${id}`;

/** The path of the document that reserves a slug; null for kinds without slugs and for an invalid slug. */
export function slugPath(kind: Savable, slug: unknown): string | null {
  const slugKind = slugKindOf(kind);
  // A stored slug may have any value. A slash would make the path one of another document.
  if (slugKind === null || typeof slug !== 'string' || slug === '' || slug.includes('/')) return null;
  return `${collections.slugs}/${slugId(slugKind, slug)}`;
}

/** The path of a demo's embed code. */
export const embedPath = (id: string): string => `${collections.demoEmbeds}/${id}`;

/** The path of a demo's password hash. */
export const secretPath = (id: string): string => `${collections.demoSecrets}/${id}`;

/** The path of a deleted document in the trash. */
export const trashPath = (kind: Savable, id: string): string =>
  `${collections.trash}/${trashId(collectionOf(kind), id)}`;

/** The path of the draft of a document or a setting. */
export const draftPath = (kind: Savable, id: string): string =>
  `${collections.drafts}/${draftId(collectionOf(kind), id)}`;

/** The path of the embed code of a demo's draft. */
export const draftEmbedPath = (id: string): string => `${collections.draftEmbeds}/${id}`;

/** The code in a `demo_embeds` or `draft_embeds` document; null if there is none. */
export function embedIn(data: Data | null): string | null {
  const code = data?.['iframe_url'];
  return typeof code === 'string' ? code : null;
}

/** A document's data after a write; null if it is deleted. `now` replaces server times; absent, they stay symbols. */
export function appliedWrite(before: Data | null, write: Write, now?: unknown): Data | null {
  if (write.type === 'delete') return null;
  const all = write.type === 'update' ? { ...before, ...write.data } : write.data;
  const kept = Object.entries(all).filter(([, value]) => value !== noField);
  if (now === undefined) return kept.length === Object.keys(all).length ? all : Object.fromEntries(kept);
  return Object.fromEntries(kept.map(([field, value]) => [field, value === serverTime ? now : value]));
}
