import { collections } from '@frontage/model/paths';
import { can } from '@frontage/model/permissions';
import { scheduleActions } from '@frontage/model/schedule';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { launchesKey, parseLaunch } from '../../editing/publish/launches.queries.ts';
import { listPlanned, type PlannedChange } from '../../editing/publish/schedules.queries.ts';
import { toPlain } from '@frontage/model/stored-values';
import { type Entry, valueOf } from '../../lib/documents/document-store.ts';
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

/** The maximum number of entries of each kind of a month that are read. */
export const mostEntries = 300;

/**
 * The schedules and launches of a month, earliest first: planned, failed and published ones. A schedule is deleted when
 * it is carried out; only readers of the audit trail see it as done.
 */
export function useCalendar(month: string) {
  const store = useDocumentStore();
  const seesAudit = can(useViewer(), 'list', { what: collections.audit });
  return useQuery({
    queryKey: [...launchesKey, 'month', month, seesAudit],
    queryFn: async () => {
      const { start, end } = monthRange(month);
      const from = { value: new ServerMoment(start.toISOString()), isIncluded: true };
      const until = new ServerMoment(new Date(end.getTime() - 1).toISOString());
      const limit = mostEntries;
      const where = { field: 'action', equals: 'schedule carried out' };
      // The index of the trail is sorted from new to old.
      const backwards = { newestBy: 'at', from: { value: until, isIncluded: true }, until: from.value };
      const [planned, published, audit] = await Promise.all([
        listPlanned(store, { from, until, limit }),
        store.list(collections.launches, { from, until, limit, oldestBy: 'published_at' }),
        seesAudit ? store.list(collections.audit, { where, limit, ...backwards }) : null,
      ]);
      const done = [valueOf(published).flatMap(publishedLaunch), audit ? valueOf(audit).flatMap(carriedOut) : []];
      const isCut = planned.isCut || done.some((list) => list.length === limit);
      const entries = [...planned.changes.map(plannedEntry), ...done.flat()];
      return { month, isCut, entries: entries.sort((a, b) => a.at.localeCompare(b.at)) };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 30_000,
  });
}

function plannedEntry({ key, at, state, schedule, launch, reason }: PlannedChange): CalendarEntry {
  const own = schedule
    ? { action: scheduleActionLabels[schedule.action], collection: schedule.collection, id: schedule.id }
    : { ...launchEntry, id: launch?.id ?? '', name: launch?.name ?? '' };
  return { key, at, state, reason, ...own };
}

const launchEntry = { action: 'Launch', collection: collections.launches };

const publishedLaunch = (entry: Entry): CalendarEntry[] =>
  parseLaunch(entry).flatMap(({ id, name, published_at: at }) =>
    at === null ? [] : [{ key: `launches/${id}`, at, state: 'done' as const, ...launchEntry, id, name }],
  );

function carriedOut({ id: key, data }: Entry): CalendarEntry[] {
  const { at, document, details } = toPlain(data) as Entry['data'];
  const [collection = '', id = ''] = String(document).split('/');
  const action = scheduleActions.find((known) => known === (details as { action?: unknown }).action);
  if (typeof at !== 'string' || action === undefined) return [];
  return [{ key, at, state: 'done', action: scheduleActionLabels[action], collection, id }];
}
