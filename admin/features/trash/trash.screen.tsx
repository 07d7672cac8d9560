import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { RotateCcw, ShieldX, Trash2 } from '#icons';
import { useState } from 'react';
import { canRestore } from '@frontage/model/permissions';
import { useViewer } from '../../lib/session.tsx';
import { Badge } from '../../ui/note.tsx';
import { DataTable, Words, type Column } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, FailureState, TableSkeleton } from '../../ui/states.tsx';
import { keepRowFocus } from '../../editing/list/rows.ts';
import { useAction, useNotify } from '../../ui/toaster.tsx';
import { type TrashEntry, useRestore, useTrash } from './trash.queries.ts';

const kindNames: Record<TrashEntry['kind'], string> = {
  section: 'Homepage section',
  page: 'Page',
  demo: 'Demo',
  media: 'Image',
};

const initialCount = 50;

/** Documents deleted in the last 30 days, which can be restored completely. */
export function Component() {
  const viewer = useViewer();
  const isAllowed = canRestore(viewer);
  const [count, setCount] = useState(initialCount);
  const query = useTrash(isAllowed, count);
  const shown = query.data;

  return (
    <>
      <PageHeader title="Trash" description="Deleted pages, demos, sections and images stay here for 30 days." />
      {!isAllowed && (
        <EmptyState
          icon={ShieldX}
          title="Only editors and administrators see the trash"
          description="Ask one of them to restore an item."
        />
      )}
      {isAllowed && query.isPending && <TableSkeleton />}
      {query.isError && !shown && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
      {shown?.entries.length === 0 && shown.isAll && (
        <EmptyState icon={Trash2} title="The trash is empty" description="Deleted items stay here for 30 days." />
      )}
      {shown && shown.entries.length > 0 && <TrashTable entries={shown.entries} />}
      {shown && !shown.isAll && (
        <Button variant="outline" mt="4" loading={query.isPlaceholderData} onClick={() => setCount(count * 2)}>
          Show more
        </Button>
      )}
    </>
  );
}

function TrashTable({ entries }: { entries: readonly TrashEntry[] }) {
  const columns: Column<TrashEntry>[] = [
    {
      header: 'Name',
      isName: true,
      cell: ({ name, slug }) => (
        <Box>
          <Words>{name}</Words>
          {slug !== null && (
            <Text textStyle="xs" color="fg.muted" fontWeight="normal" overflowWrap="anywhere">
              {slug}
            </Text>
          )}
        </Box>
      ),
    },
    { header: 'Kind', cell: ({ kind }) => <Badge tone="quiet">{kindNames[kind]}</Badge> },
    {
      header: 'Deleted',
      cell: ({ deletedAt }) =>
        deletedAt === ''
          ? 'Unknown'
          : new Date(deletedAt).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' }),
    },
    { header: 'Kept for', cell: ({ daysLeft }) => (daysLeft === 1 ? '1 more day' : `${daysLeft} more days`) },
    { header: 'Actions', isUnlabelled: true, align: 'end', cell: (entry) => <Restore entry={entry} /> },
  ];
  return <DataTable label="Trash" columns={columns} rows={entries} rowKey={({ trashId }) => trashId} />;
}

function Restore({ entry }: { entry: TrashEntry }) {
  const restore = useRestore();
  const notify = useNotify();
  const { isRunning, perform } = useAction();

  const run = async () => {
    const restoreFocus = keepRowFocus(entry.trashId);
    await perform({ title: "Couldn't restore" }, async () => {
      await restore(entry);
      notify.success({ title: 'Restored', description: `“${entry.name}” is back where it was.` });
    });
    restoreFocus();
  };

  return (
    <Button size="sm" variant="outline" loading={isRunning} onClick={() => void run()}>
      <RotateCcw />
      Restore
      <chakra.span srOnly>{` ${entry.name}`}</chakra.span>
    </Button>
  );
}
