import { kinds, type SlugKind } from '@frontage/model/kinds/kinds';
import { readSlug } from '@frontage/model/changes/reads';
import { redirectsVisitors } from '@frontage/model/slug';
import { type Answer, type DocumentStore, failureOf, readsOf } from './document-store.ts';

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
  const { nameField } = kinds[kind];
  try {
    const fields = ['slug', 'is_published', nameField];
    const found = await readSlug(readsOf(store), { kind, id, slug }, { fields });
    if (found.state !== 'old') return { ok: true, value: { state: found.state } };
    const state = redirectsVisitors(found.data, slug) && !canTakeOver ? 'reserved' : 'old';
    return { ok: true, value: { state, of: String(found.data[nameField] ?? '') } };
  } catch (error) {
    return failureOf(error);
  }
}
