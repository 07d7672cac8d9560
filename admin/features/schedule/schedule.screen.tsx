import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { kindOf, kinds, type Kind } from '@frontage/model/kinds';
import { notices } from '@frontage/model/messages';
import { adminPaths, collections } from '@frontage/model/paths';
import { can } from '@frontage/model/permissions';
import { scheduleFailures, schedulePath, type Schedule, type ScheduleAction } from '@frontage/model/schedule';
import { settingKeys, settingTabs } from '@frontage/model/settings';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from '#icons';
import { useState } from 'react';
import {
  timeText,
  timeZoneText,
  useAllSchedules,
  useScheduleActions,
} from '../../editing/schedule/schedules.queries.ts';
import { useOpenLaunches } from '../../editing/launch/launches.queries.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useViewer } from '../../lib/session.tsx';
import { Badge } from '../../ui/note.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { keepRowFocus } from '../../editing/list/rows.ts';
import { EmptyState, FailureState, TableSkeleton } from '../../ui/states.tsx';
import { useNotify } from '../../ui/toaster.tsx';

const actions: Record<ScheduleAction, string> = {
  publish: 'Publish',
  publish_draft: 'Publish changes',
  unpublish: 'Unpublish',
};

const editors: Record<Kind, (id: string) => string> = {
  section: adminPaths.section,
  page: adminPaths.page,
  demo: adminPaths.demo,
};

/** Scheduled publishing and unpublishing, including failed schedules, and planned launches. */
export function Component() {
  const query = useAllSchedules();
  const planned = (useOpenLaunches().data ?? [])
    .flatMap(({ id, name, documents, planned: time }) => (time ? [{ id, name, documents, at: time.at }] : []))
    .sort((a, b) => a.at.localeCompare(b.at));
  return (
    <>
      <PageHeader
        title="Schedule"
        description={`Scheduled publishing and unpublishing. Times are in ${timeZoneText(new Date())}.`}
      />
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

interface PlannedLaunch {
  id: string;
  name: string;
  documents: readonly string[];
  at: string;
}

const launchColumns: Column<PlannedLaunch>[] = [
  { header: 'Launch', isName: true, cell: ({ id, name }) => <TextLink to={adminPaths.launch(id)}>{name}</TextLink> },
  { header: 'Documents', cell: ({ documents }) => counted(documents.length, 'document') },
  { header: 'Time', cell: ({ at }) => timeText(at) },
];

function ScheduleTable({ schedules }: { schedules: readonly Schedule[] }) {
  const columns: Column<Schedule>[] = [
    { header: 'Name', isName: true, cell: (schedule) => <Name schedule={schedule} /> },
    { header: 'Action', cell: ({ action }) => actions[action] },
    {
      header: 'Time',
      cell: ({ at, state, reason }) => (
        <Box>
          {timeText(at)}
          {state === 'failed' && (
            <Text textStyle="xs" color="fg.error">
              {reason === null ? '' : scheduleFailures[reason]}
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
    { header: 'Actions', isHeaderHidden: true, align: 'end', cell: (schedule) => <Remove schedule={schedule} /> },
  ];
  return <DataTable label="Schedule" columns={columns} rows={schedules} rowKey={schedulePath} />;
}

function Name({ schedule: { collection, id } }: { schedule: Schedule }) {
  const kind = kindOf(collection);
  if (kind !== null) return <DocumentName kind={kind} id={id} />;
  const key = settingKeys.find((known) => known === id);
  if (key === undefined) return id;
  const { title, tab } = settingTabs[key];
  return <TextLink to={`${adminPaths.settings}?tab=${tab}`}>{`${title} (settings)`}</TextLink>;
}

function DocumentName({ kind, id }: { kind: Kind; id: string }) {
  const store = useDocumentStore();
  const { collection, nameField } = kinds[kind];
  const { data } = useQuery({
    queryKey: ['name', collection, id],
    queryFn: async () => {
      const document = valueOf(await store.read(`${collection}/${id}`, [nameField]));
      return document === null ? null : String(document[nameField]);
    },
  });
  if (data === null) return <>Deleted</>;
  return <TextLink to={editors[kind](id)}>{data ?? '…'}</TextLink>;
}

function Remove({ schedule }: { schedule: Schedule }) {
  const viewer = useViewer();
  const notify = useNotify();
  const { remove } = useScheduleActions();
  const [isRunning, setRunning] = useState(false);
  const isSetting = schedule.collection === collections.settings;
  const what = isSetting ? collections.settings : collections.schedules;
  if (!can(viewer, isSetting ? 'update' : 'delete', { what })) return null;
  const label = schedule.state === 'failed' ? 'Dismiss' : 'Remove';

  const run = async () => {
    setRunning(true);
    const restoreFocus = keepRowFocus(schedulePath(schedule));
    try {
      await remove(schedule);
      notify.success(notices.unscheduled);
    } catch (error) {
      notify.failure({ title: "Couldn't remove" }, error);
    } finally {
      setRunning(false);
      restoreFocus();
    }
  };
  return (
    <Button size="sm" variant="ghost" colorPalette="gray" loading={isRunning} onClick={() => void run()}>
      {label}
      <chakra.span srOnly>{` ${actions[schedule.action]} on ${timeText(schedule.at)}`}</chakra.span>
    </Button>
  );
}
