import { z } from 'zod';
import { moment } from '@frontage/model/fields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { collections, presenceId } from '@frontage/model/paths';
import { collectionOf, type Savable } from '@frontage/model/kinds/kinds';
import { personName, profileDocument } from '@frontage/model/user';
import { documentPath, draftPath, serverTime } from '@frontage/model/changes/write';
import { ServerMoment, useDocumentStore } from '../lib/firestore/client.ts';
import { useStaff } from '../lib/session.tsx';
import { type DocumentStore, valueOf } from '../lib/documents/document-store.ts';
import { toPlain } from '@frontage/model/stored-values';
import { versionOf } from '../lib/documents/document.ts';
import type { FieldValues } from 'react-hook-form';
import type { EditedDraft, Editor } from './editor.ts';

const pollMs = 10_000;
const maxUsers = 20;

/** Stores that this user has the document open in a visible tab; returns the other users that have it open. */
function usePresence({ kind, id, isHere }: { kind: Savable; id: string; isHere: boolean }): readonly Present[] {
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

/** A stored `presence` document: the heartbeat of a user with an open document. */
const presenceDocument = z.object({
  /** `{collection}_{id}` of the open document. */
  document: z.string(),
  name: z.string(),
  is_here: z.boolean(),
  /** Server time of the last heartbeat. */
  seen_at: moment,
});

export interface Present {
  uid: string;
  name: string;
  isHere: boolean;
  /** Milliseconds since the epoch, by the server's clock. */
  seenAt: number;
}

/**
 * A heartbeat is sent every `heartbeatMs` and valid for `holdsMs`, so that one may be late. Documents are kept for
 * `keptMs`.
 */
const presenceTimes = { heartbeatMs: 60_000, holdsMs: 100_000, keptMs: 24 * 60 * 60_000 } as const;

/**
 * The other users with a document open. Ages are relative to the newest heartbeat of user `uid`, so that only the
 * server's clock is used; the list is empty until that heartbeat exists.
 */
export function otherEditors(present: readonly Present[], uid: string): Present[] {
  const own = present.find((person) => person.uid === uid);
  if (!own) return [];
  const oldest = own.seenAt - presenceTimes.holdsMs;
  return present.filter((person) => person.uid !== uid && person.isHere && person.seenAt >= oldest);
}

/**
 * Milliseconds between polls for saves of an open document. Including response time, a save is noticed within 2 seconds
 * if several users have the document open, else within 10 seconds.
 */
export const presenceInterval = (others: number): number => (others > 0 ? 1_500 : 9_000);

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

/** The name of a user; null if their profile cannot be read. Users may read their own profile, administrators all. */
async function readName(store: DocumentStore, uid: string): Promise<string | null> {
  const answer = await store.read(`${collections.profiles}/${uid}`);
  const profile = answer.ok ? profileDocument.safeParse(toPlain(answer.value)) : null;
  if (!profile?.success) return null;
  return personName(profile.data) || null;
}

interface Authorship {
  kind: Savable;
  id: string;
  /** The user that saved it. */
  uid: string;
}

interface AuthorWords {
  /** The words for this user. */
  own?: string;
  /** The words for a user whose name cannot be read. */
  unknown?: string;
}

/** Returns the name of the user that saved a document: from their presence, else from their profile. Never rejects. */
export function useReadAuthor({ own = 'You, in another window,', unknown = 'A colleague' }: AuthorWords = {}): (
  authorship: Authorship,
) => Promise<string> {
  const { user, roles } = useStaff();
  const store = useDocumentStore();
  const isAdmin = roles.includes('admin');
  return useCallback(
    async ({ kind, id, uid }) => {
      if (uid === user.uid) return own;
      const answer = await store.read(`${collections.presence}/${presenceId(collectionOf(kind), id, uid)}`);
      const given = answer.ok ? presenceDocument.safeParse(toPlain(answer.value)).data?.name : undefined;
      return given ?? (isAdmin ? await readName(store, uid) : null) ?? unknown;
    },
    [isAdmin, own, unknown, store, user.uid],
  );
}

interface WatchSetup {
  kind: Savable;
  id: string;
  isEditing: boolean;
  /** The number of other users with the document open. */
  others: number;
}

/**
 * Milliseconds between two reads of a draft. Changes are stored half a second after typing, so that other
 * editors with the same document open see them within 2 seconds, and a single reader within 10.
 */
const readInterval = (others: number): number => (others > 0 ? 1_200 : 9_000);

/** Merges changes of the draft by other users into the form, while the tab is visible. */
export function useDraftWatch(draft: EditedDraft, { kind, id, isEditing, others }: WatchSetup): void {
  const { isOn, isPending, draftConflict, sync } = draft;
  const store = useDocumentStore();
  const every = readInterval(others);
  useQuery({
    queryKey: ['draft', kind, id],
    queryFn: async () => {
      // Compares versions, not revisions: a draft that was deleted and created again may have the same revision.
      const stored = valueOf(await store.readVersion(draftPath(kind, id), ['rev']));
      const newest = stored?.version ?? '';
      const { kept, draftConflict: open } = sync.state();
      if (newest !== ((open?.theirs ?? kept)?.version ?? '')) await sync.refresh();
      return newest;
    },
    // While the conflict dialog is open, its versions must not change.
    enabled: isOn && isEditing && !isPending && draftConflict?.isShown !== true,
    refetchInterval: every,
    refetchOnWindowFocus: true,
    // Without a stale time, every write during typing would be followed by a read.
    staleTime: every,
    retry: false,
    gcTime: 0,
  });
}

/** A newer version of the open document by another user, or its deletion. */
export type NewerVersion = { type: 'saved'; who: string; at: string } | { type: 'deleted' };

interface Watch {
  others: readonly Present[];
  /** Null while the stored version is the base of the edit. */
  newer: NewerVersion | null;
}

/** Polls in a visible tab for newer versions of the open document and for other users that have it open. */
export function useWatch<Input extends FieldValues, Fields>(
  { origin, status, conflict, draft }: Editor<Input, Fields>,
  { kind, isEditing }: { kind: Savable; isEditing: boolean },
): Watch {
  const store = useDocumentStore();
  const readAuthor = useReadAuthor();
  const { id, base } = origin;
  const isWatched = base !== null || draft.kept !== null;
  const others = usePresence({ kind, id, isHere: isWatched && isEditing });
  const isSaving = status.type === 'saving';
  const rev = base?.rev ?? 0;
  const { data: newer } = useQuery({
    queryKey: ['newer', kind, id, rev],
    queryFn: async (): Promise<NewerVersion | null> => {
      const stored = valueOf(await store.read(documentPath(kind, id), ['rev', 'updated_by', 'updated_at']));
      if (stored === null) return rev === 0 ? null : { type: 'deleted' };
      const version = versionOf(stored);
      if (version.rev <= rev) return null;
      const who = await readAuthor({ kind, id, uid: version.updated_by });
      return { type: 'saved', who, at: version.updated_at };
    },
    enabled: isWatched && isEditing && !isSaving && conflict === null,
    refetchInterval: presenceInterval(others.length),
    refetchOnWindowFocus: true,
    staleTime: 0,
    retry: false,
    gcTime: 0,
  });
  return { others, newer: isSaving ? null : (newer ?? null) };
}
