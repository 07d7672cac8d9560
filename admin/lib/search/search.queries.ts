import { type Kind, kinds } from '@frontage/model/kinds';
import type { SearchedCollection } from '@frontage/model/search-index/searched';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DocumentStore } from '../documents/document-store.ts';
import { useDocumentStore } from '../firestore/client.ts';

// Loaded with the first search.
const openSearch = async (client: QueryClient, store: DocumentStore) =>
  (await import('./search-client.ts')).openSearch(client, store);

/** Fewer letters are in nearly every text. */
export const isSearchable = (typed: string): boolean => typed.trim().length > 1;

// A text saved a moment ago is indexed after seconds.
const refreshMs = 3_000;
const maxRefreshes = 10;

const fresh = {
  placeholderData: keepPreviousData,
  staleTime: 1_000,
  gcTime: 60_000,
  refetchInterval: ({ state }: { state: { dataUpdateCount: number } }) =>
    state.dataUpdateCount < maxRefreshes && refreshMs,
} as const;

/** The best hits for typed words in these collections and their drafts. */
export function useSearchResults(
  typed: string,
  { collections, limit }: { collections: readonly SearchedCollection[]; limit: number },
) {
  const client = useQueryClient();
  const store = useDocumentStore();
  const text = typed.trim();
  return useQuery({
    queryKey: ['search', 'hits', collections, limit, text],
    queryFn: async () => (await openSearch(client, store)).search(text, { collections, limit }),
    enabled: isSearchable(text),
    ...fresh,
  });
}

/** The documents of a kind that have the typed words in any of their texts, or in their draft; empty while loading. */
export function useTextMatches(kind: Kind, typed: string): { ids: ReadonlySet<string>; isPending: boolean } {
  const client = useQueryClient();
  const store = useDocumentStore();
  const text = typed.trim();
  const isEnabled = isSearchable(text);
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', 'ids', kind, text],
    queryFn: async () => (await openSearch(client, store)).findIds(text, kinds[kind].collection),
    enabled: isEnabled,
    ...fresh,
  });
  const isPending = isEnabled && isFetching && (data === undefined || isPlaceholderData);
  return useMemo(() => ({ ids: new Set(isEnabled ? data : []), isPending }), [data, isEnabled, isPending]);
}
