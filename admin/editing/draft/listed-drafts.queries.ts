import { collectionOf, type Savable } from '@frontage/model/kinds';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { documentKeys } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { ofRow } from '../list/of-row.ts';
import { useShownWith } from '../list/shown-rows.ts';
import type { ListedDraft } from './read-listed-drafts.ts';

// A list shows its rows before their marks.
const reading = () => import('./read-listed-drafts.ts');

const byId = (drafts: readonly ListedDraft[]): ReadonlyMap<string, ListedDraft> =>
  new Map(drafts.map((draft) => [draft.id, draft]));

// Only drafts that are asked for have this field.
const reviewed = 'review.rev';

/** So many of those that wait are told of: enough to begin with. */
export const mostWaiting = 50;

const draftsKey = (kind: Savable) => [...documentKeys.list(kind), 'drafts'] as const;
const waitingKey = ['waiting-drafts'] as const;

/** Has what lists and the menu say of drafts read again: somebody asked for one, or answered. */
export function useRefreshDrafts(): (kind: Savable) => void {
  const client = useQueryClient();
  return (kind) => {
    for (const queryKey of [draftsKey(kind), waitingKey]) void client.invalidateQueries({ queryKey });
  };
}

/** The draft of a document in a list; undefined where it has none, or while that is not known. */
export function useListedDraft(kind: Savable, id: string): ListedDraft | undefined {
  const store = useDocumentStore();
  const shown = useShownWith(id);
  const { data } = useQuery({
    queryKey: [...draftsKey(kind), shown],
    queryFn: async () => {
      const { draftsAmong } = await reading();
      return byId(await draftsAmong(store, collectionOf(kind), shown));
    },
    select: ofRow(id),
    placeholderData: keepPreviousData,
    // Whoever comes back from an editor has just changed one. Without it, lists say what documents say of themselves.
    staleTime: 1_000,
    retry: false,
  });
  return data ?? undefined;
}

export interface NarrowingDrafts {
  /** By the ids of their documents. */
  drafts: ReadonlyMap<string, ListedDraft>;
  /** Has older ones found too; null where these are all. */
  more: (() => void) | null;
}

const atATime = 25;
const orders: Readonly<Record<string, string>> = { edited: 'updated_at', review: reviewed };
const none: NarrowingDrafts = { drafts: new Map(), more: null };

/** The newest drafts by which a list is narrowed to a state; none where the state is not one of drafts. */
export function useNarrowingDrafts(kind: Savable, state: string): NarrowingDrafts {
  const store = useDocumentStore();
  const [count, setCount] = useState(atATime);
  const newestBy = orders[state];
  const { data } = useQuery({
    queryKey: [...draftsKey(kind), state, count],
    queryFn: async () => {
      const { listDrafts } = await reading();
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
  return { drafts: data.drafts, more: data.isAll ? null : () => setCount(count + atATime) };
}

/** The drafts that wait for somebody to publish or return them, longest first. */
export function useWaitingDrafts(isEnabled: boolean): readonly ListedDraft[] {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: async () => {
      const { listDrafts } = await reading();
      return (await listDrafts(store, { newestBy: reviewed, limit: mostWaiting })).toSorted(byAge);
    },
    enabled: isEnabled,
    refetchInterval: 60_000,
    staleTime: 5_000,
    retry: false,
  });
  return data ?? [];
}

const byAge = (a: ListedDraft, b: ListedDraft): number => (a.updated_at < b.updated_at ? -1 : 1);
