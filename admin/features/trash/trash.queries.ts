import { collections } from '@frontage/model/paths';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useWrite } from '../../lib/write.ts';
import { trashEntries, type TrashEntry } from './trash-entries.ts';

const key = ['trash'];

interface Shown {
  entries: TrashEntry[];
  isAll: boolean;
}

/** The latest deletions, at most `count`, and whether there are more. */
export function useTrash(isAllowed: boolean, count: number) {
  const store = useDocumentStore();
  return useQuery({
    queryKey: [...key, count],
    queryFn: async () => {
      const found = valueOf(await store.list(collections.trash, { newestBy: 'deleted_at', limit: count, fields }));
      return { entries: trashEntries(found, Date.now()), isAll: found.length < count };
    },
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

// Of the documents, only the display names.
const fields = ['collection', 'id', 'deleted_by', 'deleted_at', 'data.title', 'data.heading', 'data.slug'];

/** Restores one deleted document with its companions. Rejects with the server's message. */
export function useRestore(): (entry: TrashEntry) => Promise<void> {
  const firebase = useFirebase();
  const write = useWrite();
  const client = useQueryClient();
  const refresh = useRefresh();
  return async ({ trashId, kind }) => {
    await write(() => call(firebase, 'restoreFromTrash', { trashId }));
    client.setQueriesData<Shown>({ queryKey: key }, (shown) => {
      return shown && { ...shown, entries: shown.entries.filter((entry) => entry.trashId !== trashId) };
    });
    await refresh(kind);
  };
}
