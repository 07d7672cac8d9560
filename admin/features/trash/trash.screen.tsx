import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { kinds } from '@frontage/model/kinds/kinds';
import { RotateCcw, ShieldX, Trash2 } from '#icons';
import { useState } from 'react';
import { canRestore } from '@frontage/model/permissions';
import { useViewer } from '../../lib/session.tsx';
import { Badge } from '../../ui/note.tsx';
import { DataTable, Words, type Column } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { BulkBar, type BulkResult, BulkResults, type Progress } from '../../editing/list/bulk-bar.tsx';
import { keepRowFocus, runEach } from '../../ui/list-rows.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { SearchBox } from '../../ui/list-controls.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { findTrashed, type TrashEntry, useRestore, useTrash } from './trash.queries.ts';

const labelOf = (kind: TrashEntry['kind']): string => (kind === 'media' ? 'Image' : kinds[kind].label);

const initialCount = 50;

const defaults = { q: '' };

/** Documents deleted in the last 30 days, which can be restored completely. */
export function Component() {
  const viewer = useViewer();
  const isAllowed = canRestore(viewer);
  const [{ q: search }, update] = useUrlState(defaults);
  const [count, setCount] = useState(initialCount);
  const isSearching = search.trim() !== '';
  // A search covers the whole trash, not only the entries that are listed.
  const query = useTrash(isAllowed, isSearching ? null : count);
  const shown = query.data;
  const found = shown ? findTrashed(shown.entries, search) : [];

  const header = { title: 'Trash', description: 'Deleted pages, demos, sections and images stay here for 30 days.' };

  if (!isAllowed)
    return (
      <>
        <PageHeader {...header} />
        <EmptyState
          icon={ShieldX}
          title="Only editors and administrators see the trash"
          description="Ask one of them to restore an item."
        />
      </>
    );
  return (
    <ListScreen
      {...header}
      query={query}
      tools={
        (isSearching || (shown && shown.entries.length > 0)) && (
          <SearchBox
            label="Search the trash"
            placeholder="Search by title or slug..."
            value={search}
            onChange={(value) => update({ q: value })}
          />
        )
      }
      count={found.length}
      narrowing={{
        isActive: isSearching,
        isPending: !shown?.isAll,
        title: 'No items match',
        description: 'Try other words from the title or slug.',
        onClear: () => update({ q: '' }),
      }}
      empty={shown?.isAll ? emptyTrash : null}
    >
      {found.length > 0 && <TrashList entries={found} />}
      {!isSearching && shown && !shown.isAll && (
        <Button variant="outline" mt="4" loading={query.isPlaceholderData} onClick={() => setCount(count * 2)}>
          Show more
        </Button>
      )}
    </ListScreen>
  );
}

const emptyTrash = { icon: Trash2, title: 'The trash is empty', description: 'Deleted items stay here for 30 days.' };

const maxRows = 200;

function TrashList({ entries }: { entries: readonly TrashEntry[] }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = entries.filter(({ trashId }) => ids.has(trashId));
  const select = (changed: readonly TrashEntry[], isSelected: boolean) =>
    setIds((before) => {
      const next = new Set(before);
      for (const { trashId } of changed)
        if (isSelected) next.add(trashId);
        else next.delete(trashId);
      return next;
    });
  const { progress, finished, run, dismiss } = useBulkRestore(select);
  const clear = () => {
    const restoreFocus = keepRowFocus(...selected.map(({ trashId }) => trashId));
    setIds(new Set());
    restoreFocus();
  };
  return (
    <>
      <chakra.label display="inline-flex" gap="3" mb="3" px="3" alignItems="center" textStyle="sm" cursor="pointer">
        <chakra.input
          {...boxLook}
          checked={selected.length === entries.length}
          disabled={progress !== null}
          onChange={(event) => select(entries, event.target.checked)}
        />
        Select all
      </chakra.label>
      <BulkBar
        count={selected.length}
        nouns={{ one: 'item', many: 'items' }}
        actions={[{ label: 'Restore', icon: RotateCcw, run: () => void run(selected) }]}
        progress={progress}
        onClear={clear}
      />
      <TrashTable
        entries={entries.slice(0, maxRows)}
        isSelected={({ trashId }) => ids.has(trashId)}
        onSelect={(entry, isSelected) => select([entry], isSelected)}
      />
      {entries.length > maxRows && (
        <Text textStyle="sm" color="fg.muted" mt="3">
          {`The first ${maxRows} of ${entries.length.toLocaleString('en')} items. Search for more words to find others.`}
        </Text>
      )}
      {finished && (
        <BulkResults
          done="Restored"
          results={finished.results}
          onClose={dismiss}
          onRetry={() => void run(finished.failed)}
        />
      )}
    </>
  );
}

interface FinishedRestore {
  results: readonly BulkResult[];
  failed: readonly TrashEntry[];
  restoreFocus: () => void;
}

/** Restores several entries one by one. The result names those that could not be restored, with the reason. */
function useBulkRestore(select: (entries: readonly TrashEntry[], isSelected: boolean) => void) {
  const { restore, refresh } = useRestore();
  const notify = useNotify();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [finished, setFinished] = useState<FinishedRestore | null>(null);

  const run = async (entries: readonly TrashEntry[]): Promise<void> => {
    const restoreFocus = keepRowFocus(...entries.map(({ trashId }) => trashId));
    setFinished(null);
    const report = (done: number) => setProgress({ done, count: entries.length });
    report(0);
    const results = await runEach(entries, restore, report);
    const failed = results.flatMap(({ item, error }) => (error === null ? [] : [item]));
    const restored = entries.filter((entry) => !failed.includes(entry));
    select(restored, false);
    await refresh(restored);
    setProgress(null);
    if (failed.length === 0) {
      notify.success({ title: `Restored: ${counted(restored.length, 'item')}` });
      return restoreFocus();
    }
    const named = results.map(({ item: { trashId, name }, error }) => ({ id: trashId, name, error }));
    setFinished({ results: named, failed, restoreFocus });
  };
  const dismiss = () => {
    finished?.restoreFocus();
    setFinished(null);
  };
  return { progress, finished, run, dismiss };
}

const boxLook = {
  type: 'checkbox',
  boxSize: '1.125rem',
  flexShrink: '0',
  accentColor: 'ink.solid',
  cursor: 'pointer',
} as const;

interface TrashTableProps {
  entries: readonly TrashEntry[];
  isSelected: (entry: TrashEntry) => boolean;
  onSelect: (entry: TrashEntry, isSelected: boolean) => void;
}

function TrashTable({ entries, isSelected, onSelect }: TrashTableProps) {
  const columns: Column<TrashEntry>[] = [
    {
      header: 'Name',
      isName: true,
      cell: (entry) => (
        <Flex gap="3" align="flex-start">
          <chakra.input
            {...boxLook}
            mt="0.5"
            aria-label={`Select ${entry.name}`}
            checked={isSelected(entry)}
            onChange={(event) => onSelect(entry, event.target.checked)}
          />
          <Box>
            <Words>{entry.name}</Words>
            {entry.slug !== null && (
              <Text textStyle="xs" color="fg.muted" fontWeight="normal" overflowWrap="anywhere">
                {entry.slug}
              </Text>
            )}
          </Box>
        </Flex>
      ),
    },
    { header: 'Kind', cell: ({ kind }) => <Badge tone="quiet">{labelOf(kind)}</Badge> },
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
  const { restore, refresh } = useRestore();
  const notify = useNotify();
  const { isRunning, perform } = useAction();

  const run = async () => {
    const restoreFocus = keepRowFocus(entry.trashId);
    await perform({ title: "Couldn't restore", about: entry.name }, async () => {
      await restore(entry);
      await refresh([entry]);
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
