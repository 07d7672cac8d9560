import { collections, slugId, type SlugKind } from '@frontage/model/paths';
import { valueOf, type DocumentStore } from './document-store.ts';

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
