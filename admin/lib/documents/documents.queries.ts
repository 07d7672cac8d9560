import { usePrefetchQuery, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { canRestore } from '@frontage/model/abilities';
import type { Kind, Savable } from '@frontage/model/kinds';
import type { Listed, ListedDocuments } from '@frontage/model/summaries/listed';
import { documentPath, embedIn, embedPath } from '@frontage/model/writes/document-paths';
import { valueOf } from './document-store.ts';
import { parseDocument, type Stored } from './parse-document.ts';
import { readListedDocuments } from './read-listed.ts';
import { shareListed } from './share-listed.ts';
import { useViewer } from '../viewer.ts';
import { useDocumentStore } from './use-document-store.ts';

export const documentKeys = {
  list: (kind: Savable) => ['documents', kind] as const,
  one: (kind: Kind, id: string) => ['document', kind, id] as const,
  embed: (id: string) => ['document', 'embed', id] as const,
};

/**
 * How what is edited is read: afresh whenever its screen opens, and not again under the editor's hands unless it could not
 * be read.
 */
export const readToEdit = {
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: ({ state }: { state: { data: unknown } }): boolean => state.data === undefined,
} as const;

/** Every document of a kind as lists show it, in no particular order; bad ones among them, with their problems. */
export function useDocuments<K extends Kind>(kind: K): UseQueryResult<Listed<K>[]> {
  const store = useDocumentStore();
  const mayReadTrash = canRestore(useViewer());
  const client = useQueryClient();
  const queryKey = documentKeys.list(kind);
  const queryFn = () =>
    readListedDocuments(store, kind, { mayReadTrash, deletedHere: client.getQueryData(deletedKey(kind)) });
  // On its way while the screen is drawn for the first time.
  usePrefetchQuery({ queryKey, queryFn });
  return useQuery({
    queryKey,
    queryFn,
    // Told what a list is, it is compared in a quarter of the time.
    structuralSharing: (before, now) => shareListed(before as Listed<K>[] | undefined, now as Listed<K>[]),
    // What the server has not seen yet lacks its excerpt: a few further looks, each later than the one before.
    refetchInterval: ({ state: { data, dataUpdateCount: looks } }) =>
      looks < mostLooks && data?.some(({ isAhead }) => isAhead) ? firstWait * 2 ** looks : false,
  });
}

const mostLooks = 6;
const firstWait = 1_000;

const deletedKey = (kind: Kind) => ['deleted here', kind] as const;
// The server has long seen it then.
const remembered = 10 * 60_000;

/** Has lists leave out what was deleted here until the server has seen it, also for who may not look into the trash. */
export function useNoteDeletion(): (kind: Kind, deleted: { id: string; rev: number }) => void {
  const client = useQueryClient();
  return (kind, { id, rev }) => {
    client.setQueryDefaults(deletedKey(kind), { gcTime: remembered });
    client.setQueryData<ReadonlyMap<string, number>>(deletedKey(kind), (known) => new Map(known).set(id, rev));
  };
}

/** Every document of a kind as far as it was read by now, for code that asks when something is done. */
export function useKnownDocuments<K extends Kind>(kind: K): () => ListedDocuments[K][] {
  const client = useQueryClient();
  return () => (client.getQueryData<Listed<K>[]>(documentKeys.list(kind)) ?? []).map(({ document }) => document);
}

/** One document, read afresh whenever its screen opens; null when there is none. */
export function useDocument<K extends Kind>(kind: K, id: string): UseQueryResult<Stored<K> | null> {
  const store = useDocumentStore();
  return useQuery({
    queryKey: documentKeys.one(kind, id),
    queryFn: async () => {
      const data = valueOf(await store.read(documentPath(kind, id)));
      return data && parseDocument(kind, id, data);
    },
    ...readToEdit,
  });
}

/** A demo's embed code; null when there is none. Rejects when this user may not read it. */
export function useEmbed(id: string, isEnabled: boolean): UseQueryResult<string | null> {
  const store = useDocumentStore();
  return useQuery({
    queryKey: documentKeys.embed(id),
    queryFn: async () => embedIn(valueOf(await store.read(embedPath(id)))),
    enabled: isEnabled,
    ...readToEdit,
  });
}

/** Has lists read again after a change of a document of the kind, or of a setting. */
export function useRefresh(): (kind: Savable) => Promise<void> {
  const client = useQueryClient();
  return (kind) => client.invalidateQueries({ queryKey: documentKeys.list(kind) });
}
