import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff } from '../../lib/session.tsx';
import { readName } from './author.ts';

/** The name of this user that other users see; undefined while loading. */
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

/** Reads the name again: the rules refuse drafts and presence under a name that the profile no longer has. */
export function useRefreshOwnName(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: ['own-name'] }), [client]);
}
