import type { CallInput, CallOutput } from '@frontage/model/calls';
import { type Draft, draftText } from '@frontage/model/draft';
import { collectionOf, type Savable } from '@frontage/model/kinds/kinds';
import { type Launch, launchDocument, type LaunchMember, type LaunchMemberInput } from '@frontage/model/launch';
import { collections } from '@frontage/model/paths';
import { type Data, embedIn, embedPath } from '@frontage/model/changes/write';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredResult } from '../../lib/deferred-result.ts';
import { toPlain } from '@frontage/model/stored-values';
import { sha256, versionOf } from '../../lib/documents/document.ts';
import { type DocumentStore, type Entry, valueOf } from '../../lib/documents/document-store.ts';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useWrite } from '../../lib/write.ts';

/** A stored launch with its id. */
export type StoredLaunch = Launch & { id: string };

export type MemberInput = CallInput<'changeLaunchMembers'>['add'][number];

/** The key of all queries of launches and schedules, which are read again after each change. */
export const launchesKey = ['launches'] as const;

const key = launchesKey;

export const parseLaunch = ({ id, data }: Entry): StoredLaunch[] => {
  const launch = launchDocument.safeParse(toPlain(data)).data;
  return launch ? [{ ...launch, id }] : [];
};

const most = 200;

/** The open launches and the 200 that were published last. */
export function useLaunches() {
  const store = useDocumentStore();
  const query = useQuery({
    queryKey: [...key, 'all'],
    queryFn: async () => {
      const where = { field: 'state', equals: 'open' };
      const [open, published] = await Promise.all([
        store.list(collections.launches, { where }),
        store.list(collections.launches, { newestBy: 'published_at', limit: most }),
      ]);
      const launches = valueOf(open).flatMap(parseLaunch);
      const newest = valueOf(published).flatMap(parseLaunch);
      return [
        ...launches.toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
        ...newest.filter(({ state }) => state === 'published'),
      ];
    },
    staleTime: 0,
    refetchInterval: 30_000,
  });
  return useDeferredResult(query);
}

/** One launch; null if it does not exist. */
export function useLaunch(id: string) {
  const store = useDocumentStore();
  const query = useQuery({
    queryKey: [...key, id],
    queryFn: async () => {
      const data = valueOf(await store.read(`${collections.launches}/${id}`));
      return data === null ? null : (parseLaunch({ id, data }).find(({ state }) => state !== 'scheduled') ?? null);
    },
    staleTime: 0,
    refetchInterval: 10_000,
  });
  return useDeferredResult(query);
}

const openLaunches = (store: DocumentStore) =>
  queryOptions({
    queryKey: [...key, 'open'],
    queryFn: async () => {
      const found = await store.list(collections.launches, { where: { field: 'state', equals: 'open' } });
      return valueOf(found)
        .flatMap(parseLaunch)
        .sort((a, b) => a.created_at.localeCompare(b.created_at));
    },
    staleTime: 5_000,
  });

/** The open launches, oldest first. */
export const useOpenLaunches = () => useQuery(openLaunches(useDocumentStore()));

/** Returns a function that reads the open launches as they are stored now. */
export function useReadOpenLaunches(): () => Promise<StoredLaunch[]> {
  const store = useDocumentStore();
  const client = useQueryClient();
  return () => client.fetchQuery({ ...openLaunches(store), staleTime: 0 });
}

/** A document of a launch with its action. */
export type Wanted = Pick<MemberInput, 'collection' | 'id' | 'action'> & { kind: Savable };

/** A member that names the stored version of a document; null if there is nothing to publish. */
export async function memberOf(store: DocumentStore, { kind, ...wanted }: Wanted): Promise<MemberInput | null> {
  const { id, action } = wanted;
  if (action === 'unpublish') return wanted;
  if (action !== 'publish_draft') {
    const data = valueOf(await store.read(`${collectionOf(kind)}/${id}`, ['rev']));
    return pinned(wanted, { data });
  }
  // Loaded on demand: most screens with launches read no draft.
  const { readDraft } = await import('../../lib/documents/draft.ts');
  const kept = valueOf(await readDraft(store, { kind, id }));
  if (!kept) return null;
  const code = kind === 'demo' ? (kept.embed ?? embedIn(valueOf(await store.read(embedPath(id))))) : null;
  return pinned(wanted, { draft: kept.draft, code });
}

/** A stored member, to add it again in the same version. */
export const inputOf = ({
  added_by: _,
  is_accepted: __,
  added_rev: ___,
  owner: ____,
  ...member
}: LaunchMember): MemberInput => member;

interface ReadVersion {
  data?: Data | null;
  draft?: Draft | undefined;
  /** The embed code of a demo. */
  code?: string | null;
}

/** The member that names exactly the versions that were read; null if there is nothing to publish. */
export async function pinned(wanted: Omit<Wanted, 'kind'>, version: ReadVersion): Promise<MemberInput | null> {
  const { data = null, draft, code = null } = version;
  if (wanted.action !== 'publish_draft') return data && { ...wanted, document_rev: versionOf(data).rev };
  return draft ? { ...wanted, draft_rev: draft.rev, draft_digest: await sha256(draftText(draft, code)) } : null;
}

/** Whether a document is no longer in the version that a launch names; false while that is unknown. */
export function useIsMoved({ collection, id, action, document_rev, draft_rev }: LaunchMemberInput): boolean {
  const store = useDocumentStore();
  const path = action === 'publish_draft' ? `${collections.drafts}/${collection}_${id}` : `${collection}/${id}`;
  const expected = action === 'publish_draft' ? draft_rev : document_rev;
  const { data } = useQuery({
    queryKey: [...key, 'version', path],
    queryFn: async () => {
      const stored = valueOf(await store.read(path, ['rev']));
      return stored === null ? null : versionOf(stored).rev;
    },
    enabled: expected !== null,
    staleTime: 0,
    refetchInterval: 10_000,
  });
  return expected !== null && data !== undefined && data !== expected;
}

/** The functions that change launches and schedules. Each rejects with a message for staff. */
export function useLaunchActions() {
  const firebase = useFirebase();
  const write = useWrite();
  const client = useQueryClient();
  const run = async <Name extends `${string}${'Launch' | 'Schedule'}${string}` & Parameters<typeof call>[1]>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> => {
    try {
      return await write(() => call(firebase, name, input));
    } finally {
      await client.invalidateQueries({ queryKey: key });
    }
  };
  return {
    save: (input: CallInput<'saveLaunch'>) => run('saveLaunch', input),
    change: (id: string, changes: Partial<CallInput<'changeLaunchMembers'>>) =>
      run('changeLaunchMembers', { id, add: [], remove: [], accept: [], ...changes }),
    publish: ({ id, rev }: StoredLaunch) => run('publishLaunch', { id, rev }),
    planTakeBack: (id: string, choices: CallInput<'takeBackLaunch'>['choices']) =>
      call(firebase, 'planTakeBackLaunch', { id, choices }),
    takeBack: (id: string, choices: CallInput<'takeBackLaunch'>['choices']) => run('takeBackLaunch', { id, choices }),
    approve: ({ id, rev }: StoredLaunch) => run('approveLaunch', { id, rev }),
    sendBack: ({ id, rev }: StoredLaunch, note: string) => run('returnLaunch', { id, rev, note }),
    comment: (input: CallInput<'addLaunchComment'>) => run('addLaunchComment', input),
    removeComment: (id: string) => run('deleteLaunchComment', { id }),
    remove: (id: string) => run('deleteLaunch', { id }),
    schedule: (input: CallInput<'setSchedule'>) => run('setSchedule', input),
    unschedule: (input: CallInput<'removeSchedule'>) => run('removeSchedule', input),
  };
}
