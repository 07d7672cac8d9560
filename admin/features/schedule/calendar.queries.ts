import { launchDocument, launchFailures } from '@frontage/model/launch';
import { collections } from '@frontage/model/paths';
import { can } from '@frontage/model/permissions';
import { scheduleActions, scheduleDocument, schedulePath } from '@frontage/model/schedule';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { toPlain } from '@frontage/model/stored-values';
import { type CollectionQuery, type Entry, valueOf } from '../../lib/documents/document-store.ts';
import { ServerMoment, useDocumentStore } from '../../lib/firestore/client.ts';
import { useViewer } from '../../lib/session.tsx';
import { monthRange } from './calendar.ts';
import { scheduleActionLabels } from './schedule-parts.tsx';

/** A schedule or a launch at its time. */
export interface CalendarEntry {
  key: string;
  at: string;
  state: 'waiting' | 'failed' | 'done';
  action: string;
  collection: string;
  id: string;
  /** The name of a launch. Documents of schedules are named where they are shown. */
  name?: string;
  /** Why it failed, with the next step. */
  reason?: string | null;
}

/** The maximum number of schedules, and of launches, of a month that are read. */
export const mostEntries = 300;

/**
 * The schedules and launches of a month, earliest first: waiting and failed schedules, planned and published launches.
 * A schedule is deleted when it is carried out; only readers of the audit trail see it as done.
 */
export function useCalendar(month: string) {
  const store = useDocumentStore();
  const seesAudit = can(useViewer(), 'list', { what: collections.audit });
  return useQuery({
    queryKey: ['schedules', 'month', month, seesAudit],
    queryFn: async () => {
      const { start, end } = monthRange(month);
      const from = { value: new ServerMoment(start.toISOString()), isIncluded: true };
      const until = new ServerMoment(new Date(end.getTime() - 1).toISOString());
      const read = async (collection: string, parse: (entry: Entry) => CalendarEntry[], query: CollectionQuery) => {
        const found = valueOf(await store.list(collection, { from, until, limit: mostEntries, ...query }));
        return found.map(({ id, data }) => parse({ id, data: toPlain(data) as Entry['data'] }));
      };
      const where = { field: 'action', equals: 'schedule carried out' };
      // The index of the trail is sorted from new to old.
      const backwards = { newestBy: 'at', from: { value: until, isIncluded: true }, until: from.value };
      const lists = await Promise.all([
        read(collections.schedules, scheduled, { oldestBy: 'at' }),
        read(collections.launches, launched, { oldestBy: 'planned.at' }),
        read(collections.launches, launched, { oldestBy: 'published_at' }),
        seesAudit ? read(collections.audit, carriedOut, { where, ...backwards }) : [],
      ]);
      const isCut = lists.some((list) => list.length === mostEntries);
      return { month, isCut, entries: lists.flat(2).sort((a, b) => a.at.localeCompare(b.at)) };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 30_000,
  });
}

function scheduled({ data }: Entry): CalendarEntry[] {
  const schedule = scheduleDocument.safeParse(data).data;
  if (!schedule) return [];
  const { collection, id, at, state } = schedule;
  const action = scheduleActionLabels[schedule.action];
  const reason = schedule.reason && launchFailures[schedule.reason];
  return [{ key: schedulePath(schedule), at, state, action, collection, id, reason }];
}

function launched({ id, data }: Entry): CalendarEntry[] {
  const launch = launchDocument.safeParse(data).data;
  const at = launch?.planned?.at ?? launch?.published_at;
  if (!launch || !at) return [];
  const state = launch.state === 'open' ? 'waiting' : 'done';
  return [{ key: `launches/${id}`, at, state, action: 'Launch', collection: 'launches', id, name: launch.name }];
}

function carriedOut({ id: key, data: { at, document, details } }: Entry): CalendarEntry[] {
  const [collection = '', id = ''] = String(document).split('/');
  const action = scheduleActions.find((known) => known === (details as { action?: unknown }).action);
  if (typeof at !== 'string' || action === undefined) return [];
  return [{ key, at, state: 'done', action: scheduleActionLabels[action], collection, id }];
}
