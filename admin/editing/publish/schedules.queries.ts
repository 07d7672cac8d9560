import { draftText } from '@frontage/model/draft';
import { collectionOf, kindOf, type Savable } from '@frontage/model/kinds/kinds';
import { launchFailures, memberPath } from '@frontage/model/launch';
import { collections } from '@frontage/model/paths';
import {
  type ApprovedVersion,
  conflictsAmong,
  type Schedule,
  type ScheduleAction,
  scheduleDocument,
  scheduleIn,
  schedulePath,
  timedChangesOf,
} from '@frontage/model/schedule';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredResult } from '../../lib/deferred-result.ts';
import {
  type Answer,
  type CollectionQuery,
  type DocumentStore,
  type Entry,
  valueOf,
} from '../../lib/documents/document-store.ts';
import { listAmong } from '../../lib/documents/list-among.ts';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import { toPlain } from '@frontage/model/stored-values';
import { sha256 } from '../../lib/documents/document.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { keepRows, selectRow, useVisibleWith } from '../../ui/list-rows.ts';
import { launchesKey, parseLaunch, type StoredLaunch, useLaunchActions } from './launches.queries.ts';

const key = [...launchesKey, 'schedules'] as const;

/** The schedule in a stored launch, or in a document that an earlier version of the admin wrote. */
function scheduleOf({ id, data }: Entry): Schedule[] {
  const [launch] = parseLaunch({ id, data });
  const schedule = launch ? scheduleIn(launch) : scheduleDocument.safeParse(toPlain(data)).data;
  return schedule ? [schedule] : [];
}

const byTime = (a: { at: string }, b: { at: string }) => a.at.localeCompare(b.at);

/** The schedules among documents, earliest first. A launch replaces a document that an earlier version wrote. */
const schedulesIn = (answers: { older: Answer<Entry[]>; launches: Answer<Entry[]> }): Schedule[] => {
  const found = [...valueOf(answers.older), ...valueOf(answers.launches)].flatMap(scheduleOf);
  return [...new Map(found.map((schedule) => [schedulePath(schedule), schedule])).values()].sort(byTime);
};

/** A schedule or a launch at its time. */
export interface PlannedChange {
  key: string;
  at: string;
  state: 'waiting' | 'failed';
  /** Null for a launch of several documents. */
  schedule: Schedule | null;
  launch: StoredLaunch | null;
  /** Why it failed, with the next step. */
  reason: string | null;
}

interface PlannedRange extends Pick<CollectionQuery, 'from' | 'until'> {
  /** The maximum number of waiting schedules and launches, and of failed ones. */
  limit: number;
  /** Whether to read only those that are carried out in the future. */
  areWaiting?: boolean;
}

/** The schedules and launches with a time, and those that failed at their time, earliest first. */
export async function listPlanned(
  store: DocumentStore,
  { areWaiting = false, ...range }: PlannedRange,
): Promise<{ changes: PlannedChange[]; isCut: boolean }> {
  const where = { field: 'state', equals: 'waiting' };
  const answers = await Promise.all([
    store.list(collections.schedules, { ...range, ...(areWaiting && { where }), oldestBy: 'at' }),
    store.list(collections.launches, { ...range, oldestBy: 'planned.at' }),
    ...(areWaiting ? [] : [store.list(collections.launches, { ...range, oldestBy: 'missed.at' })]),
  ]);
  const lists = answers.map(valueOf);
  const changes = lists.flat().flatMap(plannedChange);
  const distinct = [...new Map(changes.map((change) => [change.key, change])).values()].sort(byTime);
  return { changes: distinct, isCut: lists.some(({ length }) => length === range.limit) };
}

function plannedChange(entry: Entry): PlannedChange[] {
  const [schedule] = scheduleOf(entry);
  if (schedule) {
    const { at, state, reason } = schedule;
    const text = reason && launchFailures[reason];
    return [{ key: schedulePath(schedule), at, state, schedule, launch: null, reason: text }];
  }
  const [launch] = parseLaunch(entry);
  const time = launch?.planned ?? launch?.missed;
  if (!launch || !time) return [];
  const [failure] = launch.failures;
  const state = launch.planned ? 'waiting' : 'failed';
  const reason = failure && !launch.planned ? launchFailures[failure.reason] : null;
  return [{ key: `launches/${launch.id}`, at: time.at, state, schedule: null, launch, reason }];
}

const most = 500;

/** All planned and failed schedules and launches, earliest first; at most 500 of each. */
export function useAllPlanned() {
  const store = useDocumentStore();
  const query = useQuery({
    queryKey: [...key, 'all'],
    queryFn: async () => (await listPlanned(store, { limit: most })).changes,
    staleTime: 0,
    refetchInterval: 30_000,
  });
  return useDeferredResult(query);
}

/** The query for the schedules of a document. */
export const schedulesOf = (store: DocumentStore, kind: Savable, id: string) =>
  queryOptions({
    queryKey: [...key, kind, id],
    queryFn: async () => {
      const collection = collectionOf(kind);
      const [older, launches] = await Promise.all([
        store.list(collections.schedules, { where: { field: 'id', equals: id } }),
        store.list(collections.launches, { where: { field: 'schedule_of', equals: `${collection}/${id}` } }),
      ]);
      return schedulesIn({ older, launches }).filter((schedule) => schedule.collection === collection);
    },
    staleTime: 1_000,
    refetchInterval: 30_000,
  });

/** The schedules of a document, earliest first. */
export const useSchedules = (kind: Savable, id: string) => useQuery(schedulesOf(useDocumentStore(), kind, id));

/** The schedules of several documents of a kind, earliest first. Rejects with a `DocumentError`. */
export async function schedulesAmong(store: DocumentStore, kind: Savable, ids: readonly string[]): Promise<Schedule[]> {
  const collection = collectionOf(kind);
  const where = { field: 'collection', equals: collection };
  const paths = ids.map((id) => `${collection}/${id}`);
  const scheduled = { field: 'state', equals: 'scheduled' };
  const [older, launches] = await Promise.all([
    listAmong(store, collections.schedules, { where, field: 'id', values: ids }),
    listAmong(store, collections.launches, { where: scheduled, field: 'schedule_of', values: paths }),
  ]);
  return schedulesIn({ older, launches });
}

const none: readonly Schedule[] = [];

/** The schedules of a document in a list, earliest first. One query reads them for all documents on the screen. */
export function useListedSchedules(kind: Savable, id: string): readonly Schedule[] {
  const store = useDocumentStore();
  const shown = useVisibleWith(id);
  const { data } = useQuery({
    queryKey: [...key, 'listed', kind, shown],
    queryFn: async () => Map.groupBy(await schedulesAmong(store, kind, shown), (schedule) => schedule.id),
    select: selectRow(id),
    placeholderData: keepRows,
    staleTime: 1_000,
    retry: false,
  });
  return data ?? none;
}

/** The changes of a launch's documents that will fail at their times, with the documents' paths. */
export function useTimeConflicts(launch: StoredLaunch) {
  const store = useDocumentStore();
  const { documents } = launch;
  const { data } = useQuery({
    queryKey: [...key, 'conflicts', launch],
    queryFn: async () => {
      const where = { field: 'state', equals: 'scheduled' };
      const older = await store.list(collections.schedules, {
        where: { field: 'state', equals: 'waiting' },
        limit: most,
      });
      const found = await listAmong(store, collections.launches, { where, field: 'schedule_of', values: documents });
      const schedules = schedulesIn({ older, launches: found });
      const paths = documents.filter((path) => schedules.some((schedule) => memberPath(schedule) === path));
      const stored = await Promise.all(paths.map((path) => store.read(path, ['is_published'])));
      return paths.map((path, index) => {
        const isPublished = stored[index] && valueOf(stored[index])?.['is_published'] === true;
        const changes = timedChangesOf(path, { schedules, launches: [launch] });
        return { path, conflicts: conflictsAmong(changes, isPublished ?? false) };
      });
    },
    enabled: launch.planned !== null && launch.state === 'open',
    staleTime: 1_000,
  });
  return (data ?? []).filter(({ conflicts }) => conflicts.length > 0);
}

interface Order extends ApprovedVersion, Pick<Schedule, 'collection' | 'id' | 'action'> {
  at: Date;
}

const noVersion: ApprovedVersion = { document_rev: null, draft_rev: null, draft_digest: null };

/** The versions on the screen of an editor. */
export interface ListedSchedule {
  kind: Savable;
  id: string;
  /** Null if the document was never saved. */
  documentRev: number | null;
  draft: KeptDraft | null;
  /** The published embed code of a demo, used if its draft has none; null for other kinds. */
  liveEmbed: string | null;
}

/**
 * The versions on the screen in the form that schedules of each action store; undefined until the draft's digest is
 * computed.
 */
export function useShownVersions({
  kind,
  id,
  documentRev,
  draft,
  liveEmbed,
}: ListedSchedule): Record<ScheduleAction, ApprovedVersion> | undefined {
  const embed = draft?.embed ?? liveEmbed;
  const { data: draft_digest } = useQuery({
    queryKey: ['draft-digest', kind, id, draft?.version ?? null, embed],
    queryFn: async () => draft && (await sha256(draftText(draft.draft, kind === 'demo' ? embed : null))),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (draft_digest === undefined) return undefined;
  return {
    publish: { ...noVersion, document_rev: documentRev },
    publish_draft: { ...noVersion, draft_rev: draft?.draft.rev ?? null, draft_digest },
    unpublish: noVersion,
  };
}

/** Whether a schedule is for another version than the one on the screen. */
export const isForOtherVersion = (schedule: Schedule, shown: ApprovedVersion): boolean =>
  schedule.document_rev !== shown.document_rev ||
  schedule.draft_rev !== shown.draft_rev ||
  schedule.draft_digest !== shown.draft_digest;

/** Creates and deletes schedules. Both reject with a message for staff. */
export function useScheduleActions() {
  const store = useDocumentStore();
  const { schedule, unschedule } = useLaunchActions();
  return {
    place: async ({ at, ...order }: Order): Promise<void> => {
      const kind = kindOf(order.collection);
      if (kind !== null && order.action !== 'unpublish') {
        const { assertPublishable } = await import('../../lib/documents/change-document.ts');
        await assertPublishable(store, { kind, id: order.id, ofDraft: order.action === 'publish_draft' });
      }
      await schedule({ ...order, plannedAt: at.getTime() });
    },
    remove: async ({ collection, id, action }: Schedule): Promise<void> => {
      await unschedule({ collection, id, action });
    },
  };
}
