import { collections } from '@frontage/model/paths';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/callables.ts';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useWrite } from '../../lib/write.ts';
import { trashEntries, type TrashEntry } from './trash-entries.ts';

const key = ['trash'];

export function useTrash(isAllowed: boolean) {
  const store = useDocumentStore();
  return useQuery({
    queryKey: key,
    queryFn: async () => trashEntries(valueOf(await store.list(collections.trash)), Date.now()),
    enabled: isAllowed,
    staleTime: 0,
  });
}

/** Puts one deleted document back with everything that belonged to it. Rejects with the server's words. */
export function useRestore(): (entry: TrashEntry) => Promise<void> {
  const firebase = useFirebase();
  const write = useWrite();
  const client = useQueryClient();
  const refresh = useRefresh();
  return async ({ trashId, kind }) => {
    await write(() => call(firebase, 'restoreFromTrash', { trashId }));
    client.setQueryData<TrashEntry[]>(key, (entries) => entries?.filter((entry) => entry.trashId !== trashId));
    await refresh(kind);
  };
}
