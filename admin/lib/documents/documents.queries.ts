import { usePrefetchQuery, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { isOn, type Kind, kindNames, type Savable } from '@frontage/model/kinds/kinds';
import { contentSwitches, defaultSettings } from '@frontage/model/kinds/settings';
import type { Listed, ListedDocuments } from '@frontage/model/summaries/listed';
import { documentPath, embedIn, embedPath } from '@frontage/model/changes/write';
import { collections } from '@frontage/model/paths';
import { type DeferredResult, useDeferredResult } from '../deferred-result.ts';
import { valueOf } from './document-store.ts';
import { parseDocument, type Stored } from './document.ts';
import type { ListPart, ListSource } from './document-list.ts';
import { documentForms } from './list-forms.ts';
import { useListOptions, useListPart, useListSource, useOptionsOfLists } from './lists.queries.tsx';
import { useFirebase } from '../firebase.tsx';
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

/** The kinds of content that the site has. While the setting is read, those that need no switch. */
export function useKinds(): readonly Kind[] {
  const store = useDocumentStore();
  const { data = defaultSettings.content } = useQuery({
    // Saving a setting invalidates it.
    queryKey: [...documentKeys.list('setting'), 'content'],
    queryFn: async () => contentSwitches(valueOf(await store.read(`${collections.settings}/content`))),
  });
  return useMemo(() => kindNames.filter((kind) => isOn(kind, data)), [data]);
}

export interface DocumentsResult<K extends Kind> extends DeferredResult<Listed<K>[]> {
  source: ListSource;
  /** While there is no data, entries for the first page of the list; null without any. */
  part: ListPart<Listed<K>> | null;
}

/** Every document of a kind as shown in lists, unordered, including invalid ones with their errors. */
export function useDocuments<K extends Kind>(kind: K): DocumentsResult<K> {
  const options = useListOptions(documentForms[kind], documentKeys.list(kind));
  // Starts loading during the first render.
  usePrefetchQuery(options);
  const source = useListSource(documentForms[kind]);
  const read = useDeferredValue(useListPart(documentForms[kind]));
  const result = useDeferredResult(useQuery(options));
  return { ...result, source, part: result.isPending ? read : null };
}

/** The listed documents by kind; without the kinds that are not loaded. */
export type DocumentsByKind = { readonly [K in Kind]?: readonly Listed<K>[] };

export interface AllDocuments {
  /** The same object while the lists stay the same. */
  byKind: DocumentsByKind;
  /** Whether all lists are loaded. */
  isWhole: boolean;
  isError: boolean;
  /** Whether a list is on its way. */
  isPending: boolean;
  refetch(): void;
}

/** The documents of all kinds, read only while `isEnabled`. */
export function useAllDocuments(isEnabled = true): AllDocuments {
  const optionsOf = useOptionsOfLists();
  const kinds = useKinds();
  const queries = kindNames.map((kind) => ({
    ...optionsOf<Listed<Kind>>(documentForms[kind], documentKeys.list(kind)),
    enabled: isEnabled && kinds.includes(kind),
  }));
  const results = useQueries({ queries });
  const byKind = useDeferredValue(useSameLists(results.map(({ data }) => data)));
  return {
    byKind,
    isWhole: kinds.every((kind) => byKind[kind] !== undefined),
    isError: results.some((result) => result.isError),
    isPending: results.some((result) => result.isLoading),
    refetch: () => results.forEach((result) => void result.refetch()),
  };
}

/** The lists by kind, the same object while none of them changes. */
function useSameLists(lists: readonly (Listed<Kind>[] | undefined)[]): DocumentsByKind {
  const byKindOf = () =>
    Object.fromEntries(kindNames.flatMap((kind, index) => (lists[index] ? [[kind, lists[index]]] : [])));
  const [kept, setKept] = useState<{ lists: typeof lists; byKind: DocumentsByKind }>({ lists: [], byKind: {} });
  if (lists.every((list, index) => list === kept.lists[index])) return kept.byKind;
  const byKind = byKindOf();
  setKept({ lists, byKind });
  return byKind;
}

/**
 * Returns the function to call after a function of the server has written a document for this user, so that lists show
 * it at once.
 */
export function useNoteWritten(): (path: string) => Promise<void> {
  const store = useDocumentStore();
  const { ownWrites } = useFirebase();
  return async (path) => {
    const stored = await store.readVersion(path, ['rev']);
    // Otherwise the list follows a moment later.
    if (stored.ok) ownWrites.note(path, stored.value?.version ?? null);
  };
}

/**
 * Returns a function that resolves when all documents of a kind are loaded, for event handlers: to false if they cannot
 * be read.
 */
export function useWholeList(kind: Kind): () => Promise<boolean> {
  const client = useQueryClient();
  const options = useListOptions<Listed<Kind>>(documentForms[kind], documentKeys.list(kind));
  return () =>
    client.ensureQueryData(options).then(
      () => true,
      () => false,
    );
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
