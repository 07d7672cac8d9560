import { collections } from '@frontage/model/paths';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from './document-store.ts';
import { useDocumentStore } from '../firestore/client.ts';
import { useStaff } from '../session.tsx';

/** Names of the authors of documents and uploads by uid. Only administrators may read the names of other users. */
export function useAuthorNames(): ReadonlyMap<string, string> {
  const store = useDocumentStore();
  const { user, roles } = useStaff();
  const { data } = useQuery({
    queryKey: ['author names'],
    queryFn: async () => {
      const fields = ['first_name', 'last_name', 'email'];
      return new Map(
        valueOf(await store.list(collections.profiles, { fields })).map(({ id, data: person }) => {
          const full = [person['first_name'], person['last_name']].filter((part) => typeof part === 'string').join(' ');
          return [id, full.trim() || String(person['email'] ?? 'No name')];
        }),
      );
    },
    enabled: roles.includes('admin'),
    staleTime: 60_000,
    // Rows without an author remain usable.
    retry: false,
  });
  return new Map([...(data ?? []), [user.uid, 'You']]);
}
