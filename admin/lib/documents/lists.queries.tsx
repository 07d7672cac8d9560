import { type ListAnswer, staffIndexPaths } from '@frontage/model/staff-index';
import type { Summary } from '@frontage/model/summaries/listed';
import { queryOptions } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { useFirebase } from '../firebase.tsx';
import { ServerMoment, useDocumentStore } from '../firestore/client.ts';
import { usePipeline } from '../pipeline.ts';
import { DocumentList, type ListForm, type ListPart, type ListSource, type ListSources } from './document-list.ts';

/** The lists of the signed-in user, each opened by its first reader. */
class DocumentLists {
  readonly #sources: ListSources;
  readonly #opened = new Map<string, DocumentList<unknown>>();

  constructor(sources: ListSources) {
    this.#sources = sources;
  }

  /** The list of a collection. Each collection has one form. */
  of<Item>(form: ListForm<Item>): DocumentList<Item> {
    const opened = this.#opened.get(form.collection) as DocumentList<Item> | undefined;
    const list = opened ?? new DocumentList(form, this.#sources);
    if (!opened) this.#opened.set(form.collection, list);
    return list;
  }
}

const Context = createContext<DocumentLists | null>(null);

const listAnswer: z.ZodType<ListAnswer> = z.object({
  version: z.string(),
  isWhole: z.boolean(),
  hasMore: z.boolean(),
  count: z.number(),
  // Checking each field of ten thousand entries takes longer than reading them.
  entries: z.custom<[string, Summary][]>(Array.isArray),
  gone: z.array(z.string()),
});

/** Provides the lists of one user. */
export function DocumentListsProvider({ children }: { children: ReactNode }) {
  const pipeline = usePipeline();
  const store = useDocumentStore();
  const { ownWrites } = useFirebase();
  const [lists] = useState(
    () =>
      new DocumentLists({
        ask: async (body) => {
          const result = await pipeline.post({ path: staffIndexPaths.list, body, answer: listAnswer });
          return result.ok ? result.answer : null;
        },
        store,
        ownWrites,
        rendered,
        timestamp: (time) => new ServerMoment(time),
      }),
  );
  useEffect(() => pipeline.prepare(), [pipeline]);
  return <Context value={lists}>{children}</Context>;
}

const renderedMs = 300;

/** Resolves when the browser is idle, at the latest after a moment. */
const rendered = () =>
  new Promise<void>((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve);
    else requestIdleCallback(() => resolve(), { timeout: renderedMs });
  });

function useLists(): DocumentLists {
  const lists = use(Context);
  if (!lists) throw new Error('A list outside DocumentListsProvider');
  return lists;
}

const refreshMs = 5_000;
const retryMs = 3_000;
const awaitedMs = 1_000;

/** Returns a function that creates the query options of a list: see `useListOptions`. */
export function useOptionsOfLists() {
  const lists = useLists();
  return <Item,>(form: ListForm<Item>, queryKey: readonly unknown[]) => optionsOf(lists.of(form), { queryKey });
}

/**
 * Query options of a list, which is read again every few seconds, because only its changes are sent; every second while
 * `isAwaiting`.
 */
export function useListOptions<Item>(
  form: ListForm<Item>,
  queryKey: readonly unknown[],
  isAwaiting?: (items: readonly Item[]) => boolean,
) {
  return optionsOf(useLists().of(form), { queryKey, ...(isAwaiting && { isAwaiting }) });
}

interface ReadList<Item> {
  queryKey: readonly unknown[];
  isAwaiting?: (items: readonly Item[]) => boolean;
}

const optionsOf = <Item,>(list: DocumentList<Item>, { queryKey, isAwaiting = () => false }: ReadList<Item>) =>
  queryOptions({
    queryKey,
    queryFn: () => list.read(),
    // Unchanged lists and entries are the same objects.
    structuralSharing: false,
    staleTime: 1_000,
    refetchInterval: ({ state: { data } }) => {
      if (list.source() !== 'pipeline') return retryMs;
      return data && isAwaiting(data) ? awaitedMs : refreshMs;
    },
  });

/** Where a list comes from. */
export function useListSource<Item>(form: ListForm<Item>): ListSource {
  const list = useLists().of(form);
  return useSyncExternalStore(list.subscribe, list.source);
}

/** A part of a list while the whole list is read for the first time; null after it, unless the read was just now. */
export function useListPart<Item>(form: ListForm<Item>): ListPart<Item> | null {
  const list = useLists().of(form);
  return useSyncExternalStore(list.subscribe, list.part);
}

/** Returns a function that reads a whole list. It rejects with a `DocumentError`. */
export function useReadList(): <Item>(form: ListForm<Item>) => Promise<Item[]> {
  const lists = useLists();
  return (form) => lists.of(form).read();
}
