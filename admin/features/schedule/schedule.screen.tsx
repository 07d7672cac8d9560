import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { adminPaths, collections } from '@frontage/model/paths';
import { can } from '@frontage/model/permissions';
import { schedulePath, type Schedule } from '@frontage/model/schedule';
import { CalendarClock, type Icon, List } from '#icons';
import { Suspense, useState } from 'react';
import { timeText, timeZoneText } from '../../editing/publish/local-time.ts';
import { type PlannedChange, useAllPlanned, useScheduleActions } from '../../editing/publish/schedules.queries.ts';
import { LaunchDocuments } from '../../editing/publish/launch-documents.tsx';
import { useViewer } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Badge } from '../../ui/note.tsx';
import { DataTable, Words, type Column } from '../../ui/data-table.tsx';
import { lazyInline } from '../../ui/lazy.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ViewChoice } from '../../ui/view-choice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { keepRowFocus } from '../../ui/list-rows.ts';
import { ListContent } from '../../ui/list-screen.tsx';
import { TableSkeleton } from '../../ui/states.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
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

/** All schedules and launches with a time, and those that failed at their time. */
function ScheduleList() {
  const query = useAllPlanned();
  return (
    <ListContent
      query={query}
      count={query.data?.length ?? 0}
      empty={{
        icon: CalendarClock,
        title: 'Nothing is scheduled',
        description:
          'To schedule a page, demo or section, open it and choose Schedule. Administrators can also schedule settings that have a draft.',
      }}
    >
      {query.data && query.data.length > 0 && (
        <DataTable label="Schedule" columns={columns} rows={query.data} rowKey={({ key }) => key} />
      )}
    </ListContent>
  );
}

const columns: Column<PlannedChange>[] = [
  {
    header: 'Name',
    isName: true,
    cell: ({ schedule, launch }) =>
      schedule ? (
        <ScheduledName {...schedule} />
      ) : (
        <TextLink to={adminPaths.launch(launch?.id ?? '')}>
          <Words>{launch?.name ?? ''}</Words>
        </TextLink>
      ),
  },
  {
    header: 'Action',
    cell: ({ schedule, launch }) =>
      schedule ? scheduleActionLabels[schedule.action] : <LaunchDocuments members={launch?.members ?? []} />,
  },
  {
    header: 'Time',
    cell: ({ at, reason }) => (
      <Box>
        {timeText(at)}
        {reason !== null && (
          <Text textStyle="xs" color="fg.error">
            {reason}
          </Text>
        )}
      </Box>
    ),
  },
  {
    header: 'Status',
    cell: ({ state, schedule }) =>
      state === 'failed' ? (
        <Badge tone="bad">{schedule ? 'Schedule failed' : 'Not published'}</Badge>
      ) : (
        <Badge tone="waiting">Scheduled</Badge>
      ),
  },
  {
    header: 'Actions',
    isUnlabelled: true,
    align: 'end',
    cell: ({ schedule }) => schedule && <Remove schedule={schedule} />,
  },
];

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
