import { collectionOf, type Savable } from '@frontage/model/kinds/kinds';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { documentKeys } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { keepRows, selectRow, useVisibleWith } from '../../ui/list-rows.ts';
import type { ListedDraft } from './read-listed-drafts.ts';

// Loaded lazily: a list shows its rows before their marks.
export const loadReader = () => import('./read-listed-drafts.ts');

const byId = (drafts: readonly ListedDraft[]): Map<string, ListedDraft> =>
  new Map(drafts.map((draft) => [draft.id, draft]));

// Only drafts submitted for review have this field.
const reviewed = 'review.rev';

/** The maximum number of drafts listed as waiting for review. */
export const maxListedDrafts = 50;

/** The prefix of the keys of all queries for drafts of a kind. */
export const draftsKey = (kind: Savable) => [...documentKeys.list(kind), 'drafts'] as const;
const waitingKey = ['waiting-drafts'] as const;

/** Refreshes the drafts in lists and the menu after a draft was submitted, withdrawn, published or returned. */
export function useRefreshDrafts(): (kind: Savable) => void {
  const client = useQueryClient();
  return (kind) => {
    for (const queryKey of [draftsKey(kind), waitingKey]) void client.invalidateQueries({ queryKey });
  };
}

/** The draft of a document in a list; undefined without one or while loading. */
export function useListedDraft(kind: Savable, id: string): ListedDraft | undefined {
  const store = useDocumentStore();
  const shown = useVisibleWith(id);
  const { data } = useQuery({
    queryKey: [...draftsKey(kind), shown],
    queryFn: async () => {
      const { draftsAmong } = await loadReader();
      return byId(await draftsAmong(store, collectionOf(kind), shown));
    },
    select: selectRow(id),
    placeholderData: keepRows,
    // Short, because a user returning from an editor has just changed a draft.
    staleTime: 1_000,
    retry: false,
  });
  return data ?? undefined;
}

export interface DraftsInState {
  /** Keyed by document id. */
  drafts: ReadonlyMap<string, ListedDraft>;
  /** Loads older drafts too; null if all are loaded. */
  more: (() => void) | null;
}

const pageSize = 25;
const orders: Readonly<Record<string, string>> = { edited: 'updated_at', review: reviewed };
const none: DraftsInState = { drafts: new Map(), more: null };

/** The newest drafts in a list state, `edited` or `review`, to filter the list by; empty for other states. */
export function useDraftsInState(kind: Savable, state: string): DraftsInState {
  const store = useDocumentStore();
  const [count, setCount] = useState(pageSize);
  const newestBy = orders[state];
  const { data } = useQuery({
    queryKey: [...draftsKey(kind), state, count],
    queryFn: async () => {
      const { listDrafts } = await loadReader();
      const where = { field: 'collection', equals: collectionOf(kind) };
      const found = await listDrafts(store, { where, newestBy: newestBy ?? '', limit: count });
      return { drafts: byId(found), isAll: found.length < count };
    },
    enabled: newestBy !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 1_000,
    retry: false,
  });
  if (!data || newestBy === undefined) return none;
  return { drafts: data.drafts, more: data.isAll ? null : () => setCount(count + pageSize) };
}

interface WaitingDrafts {
  /** The drafts in review, longest waiting first; undefined while loading. */
  drafts: readonly ListedDraft[] | undefined;
  /** The error of a failed read; null without one. */
  error: Error | null;
  retry: () => void;
}

export function useWaitingDrafts(isEnabled: boolean): WaitingDrafts {
  const store = useDocumentStore();
  const { data, error, refetch } = useQuery({
    queryKey: waitingKey,
    queryFn: async () => {
      const { listDrafts } = await loadReader();
      return (await listDrafts(store, { newestBy: reviewed, limit: maxListedDrafts })).toSorted(byAge);
    },
    enabled: isEnabled,
    refetchInterval: 60_000,
    staleTime: 5_000,
    retry: false,
  });
  return { drafts: data, error, retry: () => void refetch() };
}

/** Compares drafts by the time of their last change. */
export const byAge = (a: ListedDraft, b: ListedDraft): number => (a.updated_at < b.updated_at ? -1 : 1);
