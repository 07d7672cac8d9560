import { useQuery } from '@tanstack/react-query';
import { collections, slugId, type SlugKind } from '@frontage/model/paths';
import { numberedSlug } from '@frontage/model/slug';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';

const tries = 9;

/** A free slug like one that is taken; null while none is known. Looks only where `isTaken`. */
export function useFreeSlug(kind: SlugKind, { slug, isTaken }: { slug: string; isTaken: boolean }): string | null {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['free-slug', kind, slug],
    queryFn: async () => {
      for (let number = 2; number < 2 + tries; number += 1) {
        const candidate = numberedSlug(slug, number);
        const holder = valueOf(await store.read(`${collections.slugs}/${slugId(kind, candidate)}`));
        if (holder === null) return candidate;
      }
      return null;
    },
    enabled: isTaken,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return isTaken ? (data ?? null) : null;
}
