import { useQuery } from '@tanstack/react-query';
import { demoSlug, pageSlug } from '@frontage/model/slug';
import type { SlugKind } from '@frontage/model/paths';
import { valueOf } from './document-store.ts';
import { readSlugHolder, type SlugHolder } from './slug-holder.ts';
import { useDocumentStore } from './use-document-store.ts';

export type SlugState = SlugHolder['state'] | 'unchecked' | 'checking' | 'unknown';

const schemas = { page: pageSlug, demo: demoSlug };

/**
 * Whether a slug may be taken by document `id`; `of` names the document whose old address it is. Only slugs that pass
 * their rule are looked up.
 */
export function useSlugState(
  kind: SlugKind,
  { slug, id }: { slug: string; id: string },
): { state: SlugState; of?: string } {
  const store = useDocumentStore();
  const isValid = schemas[kind].safeParse(slug).success;
  const query = useQuery({
    queryKey: ['slug', kind, slug, id],
    queryFn: async () => valueOf(await readSlugHolder(store, kind, { slug, id })),
    enabled: isValid,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!isValid) return { state: 'unchecked' };
  if (query.isError) return { state: 'unknown' };
  return query.isFetching ? { state: 'checking' } : (query.data ?? { state: 'checking' });
}
