import { collections, presenceId } from '@frontage/model/paths';
import { collectionOf, type Savable } from '@frontage/model/kinds';
import { otherEditors, presenceDocument, presenceTimes, type Present } from './presence.ts';
import { serverTime } from '@frontage/model/writes/write';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { valueOf } from '../../lib/documents/document-store.ts';
import { toPlain } from '../../lib/documents/document.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { ServerMoment } from '../../lib/firestore/values.ts';
import { useStaff } from '../../lib/session.tsx';
import { useOwnName, useRefreshOwnName } from './use-own-name.ts';

const pollMs = 10_000;
const maxUsers = 20;

/** Stores that this user has the document open in a visible tab; returns the other users that have it open. */
export function usePresence({ kind, id, isHere }: { kind: Savable; id: string; isHere: boolean }): readonly Present[] {
  const { user } = useStaff();
  const store = useDocumentStore();
  const client = useQueryClient();
  const document = `${collectionOf(kind)}_${id}`;
  const queryKey = useMemo(() => ['presence', document], [document]);
  const name = useOwnName(isHere);
  const refreshName = useRefreshOwnName();

  useEffect(() => {
    if (!isHere || name === undefined) return;
    const path = `${collections.presence}/${presenceId(collectionOf(kind), id, user.uid)}`;
    const announce = async (is_here: boolean) => {
      const expires_at = new ServerMoment(new Date(Date.now() + presenceTimes.keptMs).toISOString());
      const data = { document, name, is_here, seen_at: serverTime, expires_at };
      const answer = await store.commit([{ type: 'set', path, data }]);
      if (!answer.ok && answer.reason === 'denied' && is_here) refreshName();
    };
    let last = -Infinity;
    const beat = () => {
      // Switching between tabs must not cause more writes.
      if (window.document.visibilityState !== 'visible' || Date.now() - last < presenceTimes.heartbeatMs / 2) return;
      last = Date.now();
      void announce(true).then(() => client.invalidateQueries({ queryKey }));
    };
    beat();
    const timer = setInterval(beat, presenceTimes.heartbeatMs);
    window.document.addEventListener('visibilitychange', beat);
    return () => {
      clearInterval(timer);
      window.document.removeEventListener('visibilitychange', beat);
      void announce(false);
    };
  }, [client, document, id, isHere, kind, name, queryKey, refreshName, store, user.uid]);

  const { data } = useQuery({
    queryKey,
    queryFn: async () => {
      const choice = { where: { field: 'document', equals: document }, limit: maxUsers };
      const entries = valueOf(await store.list(collections.presence, choice));
      return entries.flatMap((entry): Present[] => {
        const parsed = presenceDocument.safeParse(toPlain(entry.data)).data;
        if (!parsed) return [];
        const { name: called, is_here: isHereNow, seen_at } = parsed;
        const uid = entry.id.slice(document.length + 1);
        return [{ uid, name: called, isHere: isHereNow, seenAt: Date.parse(seen_at) }];
      });
    },
    enabled: isHere,
    // The interval is paused while the tab is hidden.
    refetchInterval: pollMs,
    retry: false,
    gcTime: 0,
  });

  return useMemo(() => otherEditors(data ?? [], user.uid), [data, user.uid]);
}
