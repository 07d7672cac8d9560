import { useQuery } from '@tanstack/react-query';
import { demoSlug, pageSlug } from '@frontage/model/slug';
import type { SlugKind } from '@frontage/model/paths';
import { collections, slugId } from '@frontage/model/paths';
import { valueOf } from './document-store.ts';
import { useDocumentStore } from './use-document-store.ts';

export type SlugState = 'unchecked' | 'checking' | 'free' | 'own' | 'taken' | 'unknown';

const schemas = { page: pageSlug, demo: demoSlug };

/** Whether a slug may be taken by document `id`. Only slugs that pass their rule are looked up. */
export function useSlugState(kind: SlugKind, { slug, id }: { slug: string; id: string }): SlugState {
  const store = useDocumentStore();
  const isValid = schemas[kind].safeParse(slug).success;
  const query = useQuery({
    queryKey: ['slug', kind, slug],
    queryFn: async () => {
      const holder = valueOf(await store.read(`${collections.slugs}/${slugId(kind, slug)}`));
      return { holder: holder === null ? null : holder['id'] };
    },
    enabled: isValid,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!isValid) return 'unchecked';
  if (query.isError) return 'unknown';
  if (!query.data || query.isFetching) return 'checking';
  if (query.data.holder === null) return 'free';
  return query.data.holder === id ? 'own' : 'taken';
}
