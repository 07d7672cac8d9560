import { draftSummary, type DraftSummary } from '@frontage/model/draft';
import { collectionOf, type Savable } from '@frontage/model/kinds';
import { collections } from '@frontage/model/paths';
import type { Data } from '@frontage/model/writes/write';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { valueOf, type Choice, type DocumentStore } from '../../lib/documents/document-store.ts';
import { documentKeys } from '../../lib/documents/documents.queries.ts';
import { documentName } from '../../lib/documents/document-name.ts';
import { summaryFields } from '../../lib/documents/draft.ts';
import { toPlain } from '../../lib/documents/plain.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';

/** A draft without what it holds, but for what it is called. */
export interface ListedDraft extends DraftSummary {
  title: string;
}

// Texts are long: of what a draft holds, only its name is sent.
const fields = [...summaryFields, 'data.title', 'data.heading', 'data.slug'];

async function listDrafts(store: DocumentStore, choice: Choice): Promise<ListedDraft[]> {
  const entries = valueOf(await store.list(collections.drafts, { ...choice, fields }));
  return entries.flatMap(({ data }) => {
    const summary = draftSummary.safeParse(toPlain(data)).data;
    return summary ? [{ ...summary, title: documentName((data['data'] ?? {}) as Data) }] : [];
  });
}

const draftsKey = (kind: Savable) => [...documentKeys.list(kind), 'drafts'] as const;
const waitingKey = ['waiting-drafts'] as const;

/** Has what lists and the menu say of drafts read again: somebody asked for one, or answered. */
export function useRefreshDrafts(): (kind: Savable) => void {
  const client = useQueryClient();
  return (kind) => {
    for (const queryKey of [draftsKey(kind), waitingKey]) void client.invalidateQueries({ queryKey });
  };
}

const none: ReadonlyMap<string, ListedDraft> = new Map();

/** What of a kind has a draft, by the id of its document; nothing while that is not known. */
export function useListedDrafts(kind: Savable): ReadonlyMap<string, ListedDraft> {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: draftsKey(kind),
    queryFn: async () => {
      const drafts = await listDrafts(store, { where: { field: 'collection', equals: collectionOf(kind) } });
      return new Map(drafts.map((draft) => [draft.id, draft]));
    },
    // Whoever comes back from an editor has just changed one. Without it, lists say what documents say of themselves.
    staleTime: 1_000,
    retry: false,
  });
  return data ?? none;
}

/** The drafts that wait for somebody to publish or return them, longest first. */
export function useWaitingDrafts(isEnabled: boolean): readonly ListedDraft[] {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: waitingKey,
    // Only drafts that are asked for have this field.
    queryFn: async () => (await listDrafts(store, { newestBy: 'review.rev' })).toSorted(byAge),
    enabled: isEnabled,
    refetchInterval: 60_000,
    staleTime: 5_000,
    retry: false,
  });
  return data ?? [];
}

const byAge = (a: ListedDraft, b: ListedDraft): number => (a.updated_at < b.updated_at ? -1 : 1);
