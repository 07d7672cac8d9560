import { collectionOf, type Savable } from '@frontage/model/kinds';
import { collections } from '@frontage/model/paths';
import {
  planSchedule,
  scheduleDocument,
  schedulePath,
  type Schedule,
  type ScheduleAction,
} from '@frontage/model/schedule';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { valueOf, type Entry } from '../../lib/documents/document-store.ts';
import { toPlain } from '../../lib/documents/plain.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { ServerMoment } from '../../lib/firestore/values.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';

const key = ['schedules'] as const;

const parse = (entries: readonly Entry[]): Schedule[] =>
  entries
    .flatMap(({ data }) => scheduleDocument.safeParse(toPlain(data)).data ?? [])
    .sort((a, b) => a.at.localeCompare(b.at));

const most = 500;

/** All that is scheduled, next first; what failed is among it. */
export function useAllSchedules() {
  const store = useDocumentStore();
  return useQuery({
    queryKey: [...key, 'all'],
    queryFn: async () => parse(valueOf(await store.list(collections.schedules, { newestBy: 'at', limit: most }))),
    staleTime: 0,
    refetchInterval: 30_000,
  });
}

/** What is scheduled for a document. */
export function useSchedules(kind: Savable, id: string) {
  const store = useDocumentStore();
  return useQuery({
    queryKey: [...key, kind, id],
    queryFn: async () => {
      const found = valueOf(await store.list(collections.schedules, { where: { field: 'id', equals: id } }));
      return parse(found).filter(({ collection }) => collection === collectionOf(kind));
    },
    staleTime: 0,
    refetchInterval: 30_000,
  });
}

interface Order {
  collection: Schedule['collection'];
  id: string;
  action: ScheduleAction;
  /** The version of the draft that is to be published; null of other actions. */
  draft_rev: number | null;
  at: Date;
}

/** Gives and takes back orders. Both reject with words for staff. */
export function useOrders() {
  const store = useDocumentStore();
  const write = useWrite();
  const client = useQueryClient();
  const { user, usedSecondFactor: second_factor } = useStaff();
  const commit = async (writes: Parameters<typeof store.commit>[0]) => {
    await write(async () => valueOf(await store.commit(writes)));
    await client.invalidateQueries({ queryKey: key });
  };
  return {
    place: ({ at, ...order }: Order): Promise<void> => {
      const moment = new ServerMoment(at.toISOString());
      return commit([planSchedule({ ...order, at: moment, second_factor, uid: user.uid })]);
    },
    remove: (schedule: Schedule): Promise<void> => commit([{ type: 'delete', path: schedulePath(schedule) }]),
  };
}
