import { kinds } from '@frontage/model/kinds';
import { collections, slugId, type SlugKind } from '@frontage/model/paths';
import { keepsSlug, redirectsVisitors } from '@frontage/model/slug';
import { documentPath, slugPath } from '@frontage/model/changes/write';
import { type Answer, type DocumentStore, valueOf } from './document-store.ts';

/**
 * The state of a slug for a document that requests it. `old` is an old slug of another document, called `of`. While
 * that document is published, the slug redirects and only editors and administrators may take it: for authors it is
 * `reserved`.
 */
export type SlugHolder = { state: 'free' | 'own' | 'taken' } | { state: 'old' | 'reserved'; of: string };

interface Wanted {
  slug: string;
  /** The id of the requesting document. */
  id: string;
  /** Whether the caller may take over slugs that redirect visitors; true by default. */
  canTakeOver?: boolean;
}

/** Looks up whether a document may take a slug, and which document has it. */
export async function readSlugHolder(
  store: DocumentStore,
  kind: SlugKind,
  { slug, id, canTakeOver = true }: Wanted,
): Promise<Answer<SlugHolder>> {
  const path = slugPath(kind, slug);
  const reservation = path === null ? null : await store.read(path);
  if (reservation?.ok === false) return reservation;
  const holder = reservation?.value?.['id'];
  if (typeof holder !== 'string') return { ok: true, value: { state: 'free' } };
  if (holder === id) return { ok: true, value: { state: 'own' } };
  const { nameField } = kinds[kind];
  const document = await store.read(documentPath(kind, holder), ['slug', 'is_published', nameField]);
  if (!document.ok) return document;
  if (document.value === null) return { ok: true, value: { state: 'free' } };
  if (keepsSlug(document.value, slug)) return { ok: true, value: { state: 'taken' } };
  const state = redirectsVisitors(document.value, slug) && !canTakeOver ? 'reserved' : 'old';
  return { ok: true, value: { state, of: String(document.value[nameField] ?? '') } };
}

/** The first free candidate; null if all are taken. Rejects with a `DocumentError`. */
export async function firstFreeSlug(
  store: DocumentStore,
  kind: SlugKind,
  candidates: readonly string[],
): Promise<string | null> {
  for (const candidate of candidates) {
    if (valueOf(await store.read(`${collections.slugs}/${slugId(kind, candidate)}`)) === null) return candidate;
  }
  return null;
}
