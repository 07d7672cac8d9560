import { collectionOf, slugKindOf, type Savable } from '../kinds.ts';
import { collections, draftId, slugId, trashId } from '../paths.ts';
import type { Data } from './write.ts';

/** Where a document or a setting is kept. */
export const documentPath = (what: Savable, id: string): string => `${collectionOf(what)}/${id}`;

/** Where a slug is reserved; null for what has no slug, and for a value that cannot be one. */
export function slugPath(what: Savable, slug: unknown): string | null {
  const slugKind = slugKindOf(what);
  // A stored slug may be anything; one with a slash would name another document.
  if (slugKind === null || typeof slug !== 'string' || slug === '' || slug.includes('/')) return null;
  return `${collections.slugs}/${slugId(slugKind, slug)}`;
}

/** Where a demo's embed code is kept. */
export const embedPath = (id: string): string => `${collections.demoEmbeds}/${id}`;

/** Where a demo's sealed password is kept. */
export const secretPath = (id: string): string => `${collections.demoSecrets}/${id}`;

/** Where a deleted document waits. */
export const trashPath = (what: Savable, id: string): string =>
  `${collections.trash}/${trashId(collectionOf(what), id)}`;

/** Where the working copy of a document or a setting is kept. */
export const draftPath = (what: Savable, id: string): string =>
  `${collections.drafts}/${draftId(collectionOf(what), id)}`;

/** Where the embed code of a demo's working copy is kept. */
export const draftEmbedPath = (id: string): string => `${collections.draftEmbeds}/${id}`;

/** The code in a `demo_embeds` or `draft_embeds` document; null when there is none. */
export function embedIn(data: Data | null): string | null {
  const code = data?.['iframe_url'];
  return typeof code === 'string' ? code : null;
}
