import { kinds } from '@frontage/model/kinds';
import type { SlugKind } from '@frontage/model/paths';
import { keepsSlug } from '@frontage/model/slug';
import { documentPath, slugPath } from '@frontage/model/writes/document-paths';
import type { Answer, DocumentStore } from './document-store.ts';

/** What a slug is to a document that asks for it: `old` is an old address of another one, called `of`. */
export type SlugHolder = { state: 'free' | 'own' | 'taken' } | { state: 'old'; of: string };

interface Wanted {
  slug: string;
  /** Of the document that asks. */
  id: string;
}

/** Whether a document may take a slug, and from whom. */
export async function readSlugHolder(
  store: DocumentStore,
  kind: SlugKind,
  { slug, id }: Wanted,
): Promise<Answer<SlugHolder>> {
  const path = slugPath(kind, slug);
  const reservation = path === null ? null : await store.read(path);
  if (reservation?.ok === false) return reservation;
  const holder = reservation?.value?.['id'];
  if (typeof holder !== 'string') return { ok: true, value: { state: 'free' } };
  if (holder === id) return { ok: true, value: { state: 'own' } };
  const { nameField } = kinds[kind];
  const document = await store.read(documentPath(kind, holder), ['slug', nameField]);
  if (!document.ok) return document;
  if (document.value === null) return { ok: true, value: { state: 'free' } };
  if (keepsSlug(document.value, slug)) return { ok: true, value: { state: 'taken' } };
  return { ok: true, value: { state: 'old', of: String(document.value[nameField] ?? '') } };
}
