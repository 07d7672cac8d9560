import { draftText } from '@frontage/model/draft';
import { collectionOf, kindOf, type Savable } from '@frontage/model/kinds';
import { collections } from '@frontage/model/paths';
import {
  type ApprovedVersion,
  planSchedule,
  type Schedule,
  type ScheduleAction,
  scheduleDocument,
  schedulePath,
} from '@frontage/model/schedule';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredResult } from '../../lib/deferred-result.ts';
import { type DocumentStore, type Entry, valueOf } from '../../lib/documents/document-store.ts';
import { listAmong } from '../../lib/documents/list-among.ts';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import { toPlain } from '@frontage/model/stored-values';
import { sha256 } from '../../lib/documents/document.ts';
import { ServerMoment, useDocumentStore } from '../../lib/firestore/client.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { keepRows, selectRow, useVisibleWith } from '../../ui/list-rows.ts';

const key = ['schedules'] as const;

const parse = (entries: readonly Entry[]): Schedule[] =>
  entries
    .flatMap(({ data }) => scheduleDocument.safeParse(toPlain(data)).data ?? [])
    .sort((a, b) => a.at.localeCompare(b.at));

const most = 500;

/** All schedules including failed ones, earliest first; at most 500. */
export function useAllSchedules() {
  const store = useDocumentStore();
  const query = useQuery({
    queryKey: [...key, 'all'],
    queryFn: async () => parse(valueOf(await store.list(collections.schedules, { newestBy: 'at', limit: most }))),
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
      const found = valueOf(await store.list(collections.schedules, { where: { field: 'id', equals: id } }));
      return parse(found).filter(({ collection }) => collection === collectionOf(kind));
    },
    staleTime: 1_000,
    refetchInterval: 30_000,
  });

/** The schedules of a document, earliest first. */
export const useSchedules = (kind: Savable, id: string) => useQuery(schedulesOf(useDocumentStore(), kind, id));

const none: readonly Schedule[] = [];

/** The schedules of a document in a list, earliest first. One query reads them for all documents on the screen. */
export function useListedSchedules(kind: Savable, id: string): readonly Schedule[] {
  const store = useDocumentStore();
  const shown = useVisibleWith(id);
  const { data } = useQuery({
    queryKey: [...key, 'listed', kind, shown],
    queryFn: async () => {
      const where = { field: 'collection', equals: collectionOf(kind) };
      const found = await listAmong(store, collections.schedules, { where, field: 'id', values: shown });
      return Map.groupBy(parse(valueOf(found)), (schedule) => schedule.id);
    },
    select: selectRow(id),
    placeholderData: keepRows,
    staleTime: 1_000,
    retry: false,
  });
  return data ?? none;
}

interface Order extends ApprovedVersion {
  collection: Schedule['collection'];
  id: string;
  action: ScheduleAction;
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
  const write = useWrite();
  const client = useQueryClient();
  const { user, usedSecondFactor: second_factor } = useStaff();
  const commit = async (writes: Parameters<typeof store.commit>[0]) => {
    await write(async () => valueOf(await store.commit(writes)));
    await client.invalidateQueries({ queryKey: key });
  };
  return {
    place: async ({ at, ...order }: Order): Promise<void> => {
      const kind = kindOf(order.collection);
      if (kind !== null && order.action !== 'unpublish') {
        const { assertPublishable } = await import('../../lib/documents/change-document.ts');
        await assertPublishable(store, { kind, id: order.id, ofDraft: order.action === 'publish_draft' });
      }
      const moment = new ServerMoment(at.toISOString());
      return commit([planSchedule({ ...order, at: moment, second_factor, uid: user.uid })]);
    },
    remove: (schedule: Schedule): Promise<void> => commit([{ type: 'delete', path: schedulePath(schedule) }]),
  };
}
