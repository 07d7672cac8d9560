import { Button } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { canReview } from '@frontage/model/permissions';
import { CalendarClock, Layers, Plus } from '#icons';
import { Suspense } from 'react';
import { LaunchDocuments } from '../../editing/publish/launch-documents.tsx';
import { type StoredLaunch, useLaunches } from '../../editing/publish/launches.queries.ts';
import { timeText, timeZoneText } from '../../editing/publish/local-time.ts';
import { useViewer } from '../../lib/session.tsx';
import { type Column, DataTable, Words } from '../../ui/data-table.tsx';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { LaunchBadge } from './launch-parts.tsx';

const LaunchDialog = lazyDialog(() => import('./launch-dialog.tsx'));

const columns: Column<StoredLaunch>[] = [
  {
    header: 'Name',
    isName: true,
    cell: ({ id, name }) => (
      <TextLink to={adminPaths.launch(id)}>
        <Words>{name}</Words>
      </TextLink>
    ),
  },
  { header: 'Documents', cell: ({ members }) => <LaunchDocuments members={members} /> },
  {
    header: 'Time',
    cell: ({ planned, published_at }) =>
      planned ? timeText(planned.at) : published_at === null ? 'No time yet' : timeText(published_at),
  },
  { header: 'Status', cell: (launch) => <LaunchBadge launch={launch} /> },
];

/** The launches: sets of changes that are published together. */
export function Component() {
  const query = useLaunches();
  const isEditor = canReview(useViewer());
  const [isOpen, setOpen] = useOpenState(false);
  const actions = (
    <>
      <ButtonLink to={`${adminPaths.schedule}?view=calendar`} variant="outline" colorPalette="gray">
        <CalendarClock />
        Calendar
      </ButtonLink>
      {isEditor && (
        <Button onClick={() => setOpen(true)}>
          <Plus />
          New launch
        </Button>
      )}
    </>
  );
  return (
    <ListScreen
      title="Launches"
      description={`Changes of several documents that go live together, and can be taken back together. Times are in ${timeZoneText()}.`}
      actions={actions}
      query={query}
      count={query.data?.length ?? 0}
      empty={{
        icon: Layers,
        title: 'No launches yet',
        description:
          'Create a launch, then add documents to it: in an editor below Schedule, or in a list with the selection.',
      }}
    >
      {query.data && query.data.length > 0 && (
        <DataTable label="Launches" columns={columns} rows={query.data} rowKey={({ id }) => id} />
      )}
      {isOpen && (
        <Suspense>
          <LaunchDialog launch={null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ListScreen>
  );
}
