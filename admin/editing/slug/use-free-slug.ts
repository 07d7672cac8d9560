import { useQuery } from '@tanstack/react-query';
import type { SlugKind } from '@frontage/model/paths';
import { numberedSlug } from '@frontage/model/slug';
import { firstFreeSlug } from '../../lib/documents/slugs.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';

const tries = 9;

/** A free slug similar to a taken one; null while unknown. Reads only if `isTaken`. */
export function useFreeSlug(kind: SlugKind, { slug, isTaken }: { slug: string; isTaken: boolean }): string | null {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['free-slug', kind, slug],
    queryFn: () => {
      const candidates = Array.from({ length: tries }, (_, index) => numberedSlug(slug, index + 2));
      return firstFreeSlug(store, kind, candidates);
    },
    enabled: isTaken,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return isTaken ? (data ?? null) : null;
}
