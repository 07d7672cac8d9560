import { useQuery } from '@tanstack/react-query';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff } from '../../lib/session.tsx';
import { readName } from './author.ts';

/** What this person is called by those who have the same open; undefined until it is known. */
export function useOwnName(isEnabled: boolean): string | undefined {
  const { user } = useStaff();
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['own-name', user.uid],
    queryFn: async () => (await readName(store, user.uid)) ?? user.email,
    enabled: isEnabled,
    staleTime: Infinity,
  });
  return data;
}
