import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { adminPaths, collections } from '@frontage/model/paths';
import { can } from '@frontage/model/permissions';
import { launchFailures } from '@frontage/model/launch';
import { schedulePath, type Schedule } from '@frontage/model/schedule';
import { CalendarClock, type Icon, List } from '#icons';
import { Suspense, useState } from 'react';
import { timeText, timeZoneText } from '../../editing/publish/local-time.ts';
import { useAllSchedules, useScheduleActions } from '../../editing/publish/schedules.queries.ts';
import { LaunchDocuments } from '../../editing/publish/launch-documents.tsx';
import { type StoredLaunch, useOpenLaunches } from '../../editing/publish/launches.queries.ts';
import { useViewer } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Badge } from '../../ui/note.tsx';
import { DataTable, Words, type Column } from '../../ui/data-table.tsx';
import { lazyInline } from '../../ui/lazy.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ViewChoice } from '../../ui/view-choice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { keepRowFocus } from '../../ui/list-rows.ts';
import { EmptyState, FailureState, TableSkeleton } from '../../ui/states.tsx';
import { useAction, useNotify } from '../../ui/toaster.tsx';
import type { ScheduleCalendarProps } from './schedule-calendar.tsx';
import { ScheduledName, scheduleActionLabels } from './schedule-parts.tsx';

const ScheduleCalendar = lazyInline<ScheduleCalendarProps>('The calendar', () => import('./schedule-calendar.tsx'));

type View = 'list' | 'calendar';

const views: Record<View, { label: string; icon: Icon }> = {
  list: { label: 'List', icon: List },
  calendar: { label: 'Calendar', icon: CalendarClock },
};

const entry = 'frontage.schedule-view';
const defaults = { view: '', month: '' };

/** Scheduled publishing and unpublishing, and planned launches: as a list or as a calendar of one month. */
export function Component() {
  const [address, update] = useUrlState(defaults);
  const [remembered] = useState(() => localStorage.getItem(entry));
  const view = (address.view || remembered) === 'calendar' ? 'calendar' : 'list';
  return (
    <>
      <PageHeader
        title="Schedule"
        description={`Scheduled publishing and unpublishing. Times are in ${timeZoneText()}.`}
        actions={
          <ViewChoice
            views={views}
            view={view}
            onChange={(next) => {
              localStorage.setItem(entry, next);
              update({ view: next });
            }}
          />
        }
      />
      {view === 'list' ? (
        <ScheduleList />
      ) : (
        <Suspense fallback={<TableSkeleton />}>
          <ScheduleCalendar month={address.month} onMonth={(month) => update({ month }, { isStep: true })} />
        </Suspense>
      )}
    </>
  );
}

/** All schedules, including failed ones, and planned launches. */
function ScheduleList() {
  const query = useAllSchedules();
  const planned = (useOpenLaunches().data ?? []).filter(timeOf).sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
  return (
    <>
      {query.isPending && <TableSkeleton />}
      {query.isError && !query.data && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && planned.length === 0 && (
        <EmptyState
          icon={CalendarClock}
          title="Nothing is scheduled"
          description="To schedule a page, demo or section, open it and choose Schedule. Administrators can also schedule settings that have a draft."
        />
      )}
      {query.data && query.data.length > 0 && <ScheduleTable schedules={query.data} />}
      {planned.length > 0 && (
        <Box mt={query.data?.length ? '6' : '0'}>
          <DataTable label="Launches" columns={launchColumns} rows={planned} rowKey={({ id }) => id} />
        </Box>
      )}
    </>
  );
}

/** The planned time of a launch; empty without one. */
const timeOf = ({ planned }: StoredLaunch): string => planned?.at ?? '';

const launchColumns: Column<StoredLaunch>[] = [
  {
    header: 'Launch',
    isName: true,
    cell: ({ id, name }) => (
      <TextLink to={adminPaths.launch(id)}>
        <Words>{name}</Words>
      </TextLink>
    ),
  },
  { header: 'Documents', cell: ({ members }) => <LaunchDocuments members={members} /> },
  { header: 'Time', cell: (launch) => timeText(timeOf(launch)) },
];

function ScheduleTable({ schedules }: { schedules: readonly Schedule[] }) {
  const columns: Column<Schedule>[] = [
    { header: 'Name', isName: true, cell: (schedule) => <ScheduledName {...schedule} /> },
    { header: 'Action', cell: ({ action }) => scheduleActionLabels[action] },
    {
      header: 'Time',
      cell: ({ at, reason }) => (
        <Box>
          {timeText(at)}
          {reason !== null && (
            <Text textStyle="xs" color="fg.error">
              {launchFailures[reason]}
            </Text>
          )}
        </Box>
      ),
    },
    {
      header: 'State',
      cell: ({ state }) =>
        state === 'failed' ? <Badge tone="bad">Schedule failed</Badge> : <Badge tone="waiting">Waiting</Badge>,
    },
    { header: 'Actions', isUnlabelled: true, align: 'end', cell: (schedule) => <Remove schedule={schedule} /> },
  ];
  return <DataTable label="Schedule" columns={columns} rows={schedules} rowKey={schedulePath} />;
}

function Remove({ schedule }: { schedule: Schedule }) {
  const viewer = useViewer();
  const notify = useNotify();
  const { remove } = useScheduleActions();
  const { isRunning, perform } = useAction();
  const isSetting = schedule.collection === collections.settings;
  const what = isSetting ? collections.settings : collections.schedules;
  if (!can(viewer, isSetting ? 'update' : 'delete', { what })) return null;
  const label = schedule.state === 'failed' ? 'Dismiss' : 'Remove';

  const run = async () => {
    const restoreFocus = keepRowFocus(schedulePath(schedule));
    await perform({ title: "Couldn't remove" }, async () => {
      await remove(schedule);
      notify.success(notices.unscheduled);
    });
    restoreFocus();
  };
  return (
    <Button size="sm" variant="ghost" colorPalette="gray" loading={isRunning} onClick={() => void run()}>
      {label}
      <chakra.span srOnly>{` ${scheduleActionLabels[schedule.action]} on ${timeText(schedule.at)}`}</chakra.span>
    </Button>
  );
}
