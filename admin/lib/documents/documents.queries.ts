import { queryOptions, usePrefetchQuery, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { canRestore } from '@frontage/model/permissions';
import type { Kind, Savable } from '@frontage/model/kinds';
import type { Listed, ListedDocuments } from '@frontage/model/summaries/listed';
import { documentPath, embedIn, embedPath } from '@frontage/model/changes/write';
import { type DeferredResult, useDeferredResult } from '../deferred-result.ts';
import { valueOf } from './document-store.ts';
import { parseDocument, type Stored } from './document.ts';
import { readListedDocuments, shareListed } from './read-listed.ts';
import { useViewer } from '../session.tsx';
import { useDocumentStore } from '../firestore/client.ts';

export const documentKeys = {
  list: (kind: Savable) => ['documents', kind] as const,
  one: (kind: Kind, id: string) => ['document', kind, id] as const,
  embed: (id: string) => ['document', 'embed', id] as const,
};

/**
 * Query options of an edited document: read again whenever its screen opens, but not while it is being edited, except
 * after a failed read.
 */
export const queryForEditing = {
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: ({ state }: { state: { data: unknown } }): boolean => state.data === undefined,
} as const;

/** Every document of a kind as shown in lists, unordered, including invalid ones with their errors. */
export function useDocuments<K extends Kind>(kind: K): DeferredResult<Listed<K>[]> {
  const options = useListOptions(kind);
  // Starts loading during the first render.
  usePrefetchQuery(options);
  return useDeferredResult(useQuery(options));
}

/** The documents of a kind like `useDocuments`, read only while `isEnabled`. */
export function useDocumentsWhile<K extends Kind>(isEnabled: boolean, kind: K): UseQueryResult<Listed<K>[]> {
  return useQuery({ ...useListOptions(kind), enabled: isEnabled });
}

function useListOptions<K extends Kind>(kind: K) {
  const store = useDocumentStore();
  const mayReadTrash = canRestore(useViewer());
  const client = useQueryClient();
  const queryKey = documentKeys.list(kind);
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<Listed<K>[]> => {
      const deletedHere = client.getQueryData<ReadonlyMap<string, number>>(deletedKey(kind));
      const now = await readListedDocuments(store, kind, { mayReadTrash, deletedHere });
      if (!now.some(({ isAhead }) => isAhead)) return now;
      const before = client.getQueryData<Listed<K>[]>(queryKey);
      try {
        // Loaded on demand, because it contains the markdown parser.
        const { withExcerpts } = await import('./read-excerpts.ts');
        return await withExcerpts(store, kind, { now, before });
      } catch {
        // A list without excerpts is still usable.
        return now;
      }
    },
    // Comparing lists entry by entry takes a quarter of the time of a generic comparison.
    structuralSharing: (before, now) => shareListed(before as Listed<K>[] | undefined, now as Listed<K>[]),
    // Documents without a summary have no excerpt yet: poll a few times with growing delays.
    refetchInterval: ({ state: { data, dataUpdateCount: polls } }) =>
      polls < maxPolls && data?.some(({ isAhead }) => isAhead) ? firstWait * 2 ** polls : false,
  });
}

const maxPolls = 6;
const firstWait = 1_000;

const deletedKey = (kind: Kind) => ['deleted here', kind] as const;
// After this time, the summaries include the deletion.
const remembered = 10 * 60_000;

/**
 * Hides documents deleted in this browser from lists until the summaries follow, also for users without access to the
 * trash.
 */
export function useRecordDeletion(): (kind: Kind, deleted: { id: string; rev: number }) => void {
  const client = useQueryClient();
  return (kind, { id, rev }) => {
    client.setQueryDefaults(deletedKey(kind), { gcTime: remembered });
    client.setQueryData<ReadonlyMap<string, number>>(deletedKey(kind), (known) => new Map(known).set(id, rev));
  };
}

/** Returns the documents of a kind that are loaded when it is called, for event handlers. */
export function useKnownDocuments<K extends Kind>(kind: K): () => ListedDocuments[K][] {
  const client = useQueryClient();
  return () => (client.getQueryData<Listed<K>[]>(documentKeys.list(kind)) ?? []).map(({ document }) => document);
}

/** One document, read again whenever its screen opens; null if it does not exist. */
export function useDocument<K extends Kind>(kind: K, id: string): UseQueryResult<Stored<K> | null> {
  const store = useDocumentStore();
  return useQuery({
    queryKey: documentKeys.one(kind, id),
    queryFn: async () => {
      const data = valueOf(await store.read(documentPath(kind, id)));
      return data && parseDocument(kind, id, data);
    },
    ...queryForEditing,
  });
}

/** The embed code of a demo; null if there is none. Rejects if this user may not read it. */
export function useEmbed(id: string, isEnabled: boolean): UseQueryResult<string | null> {
  const store = useDocumentStore();
  return useQuery({
    queryKey: documentKeys.embed(id),
    queryFn: async () => embedIn(valueOf(await store.read(embedPath(id)))),
    enabled: isEnabled,
    ...queryForEditing,
  });
}

/** Invalidates the lists of a kind after a change of a document or setting. */
export function useRefresh(): (kind: Savable) => Promise<void> {
  const client = useQueryClient();
  return (kind) => client.invalidateQueries({ queryKey: documentKeys.list(kind) });
}
