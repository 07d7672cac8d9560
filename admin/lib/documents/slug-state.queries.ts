import { useQuery } from '@tanstack/react-query';
import { canTakeOverSlugs } from '@frontage/model/abilities';
import { demoSlug, pageSlug } from '@frontage/model/slug';
import type { SlugKind } from '@frontage/model/paths';
import { valueOf } from './document-store.ts';
import { readSlugHolder, type SlugHolder } from './slug-holder.ts';
import { useViewer } from '../viewer.ts';
import { useDocumentStore } from './use-document-store.ts';

export type SlugState = SlugHolder['state'] | 'unchecked' | 'checking' | 'unknown';

const schemas = { page: pageSlug, demo: demoSlug };

/**
 * Whether this user may take a slug for document `id`; `of` names the document whose old slug it is. Invalid slugs are
 * not looked up.
 */
export function useSlugState(
  kind: SlugKind,
  { slug, id }: { slug: string; id: string },
): { state: SlugState; of?: string } {
  const store = useDocumentStore();
  const canTakeOver = canTakeOverSlugs(kind, useViewer());
  const isValid = schemas[kind].safeParse(slug).success;
  const query = useQuery({
    queryKey: ['slug', kind, slug, id],
    queryFn: async () => valueOf(await readSlugHolder(store, kind, { slug, id, canTakeOver })),
    enabled: isValid,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!isValid) return { state: 'unchecked' };
  if (query.isError) return { state: 'unknown' };
  return query.isFetching ? { state: 'checking' } : (query.data ?? { state: 'checking' });
}
