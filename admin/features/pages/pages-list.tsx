import { Box, chakra, Flex } from '@chakra-ui/react';
import type { Page } from '@frontage/model/page';
import { useState } from 'react';
import { abilities } from '../../lib/documents/abilities.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/viewer.ts';
import { BulkBar } from '../../ui/editing/list/bulk-bar.tsx';
import { BulkResults } from '../../ui/editing/list/bulk-results.tsx';
import { pageOf, Pagination } from '../../ui/pagination.tsx';
import { PageCard } from './page-card.tsx';
import type { PageRow } from './page-rows.ts';
import { usePageActions } from './use-page-actions.ts';
import { bulkActions, usePageBulk } from './use-page-bulk.ts';

interface PagesListProps {
  rows: readonly PageRow[];
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
}

const pageSize = 50;

/** One screenful of the pages, and what can be done with those that are selected. */
export function PagesList({ rows, page, onPage }: PagesListProps) {
  const viewer = useViewer();
  const { config } = useFirebase();
  const actions = usePageActions();
  const bulk = usePageBulk();
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());

  const shown = pageOf(rows, page, pageSize);
  const isEditor = abilities('page', viewer, { created_by: null, is_published: true }).canPublish;
  const selected = rows.map(({ entry }) => entry.document).filter(({ id }) => selection.has(id));
  const areAllSelected = shown.every(({ entry }) => selection.has(entry.document.id));

  const select = (pages: readonly Pick<Page, 'id'>[], isSelected: boolean) => {
    const ids = pages.map(({ id }) => id);
    setSelection((before) => new Set(isSelected ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  };

  const start = async (name: string) => {
    const action = bulkActions.find((candidate) => candidate.name === name);
    if (action && (await bulk.ask(action.name, selected))) setSelection(new Set());
  };

  return (
    <>
      {isEditor && (
        <Flex mb="3" px={{ base: '4', md: '5' }}>
          <chakra.label display="flex" gap="3" alignItems="center" textStyle="sm" cursor="pointer">
            <chakra.input
              type="checkbox"
              boxSize="1.125rem"
              accentColor="ink.solid"
              checked={areAllSelected}
              onChange={(event) =>
                select(
                  shown.map(({ entry }) => entry.document),
                  event.target.checked,
                )
              }
            />
            Select all on this page
          </chakra.label>
        </Flex>
      )}
      <BulkBar
        count={selected.length}
        noun="page"
        actions={bulkActions}
        progress={bulk.progress}
        onAction={(name) => void start(name)}
        onClear={() => setSelection(new Set())}
      />
      <Box as="ul" aria-label="Pages" display="flex" flexDirection="column" gap="3" listStyle="none">
        {shown.map((row) => {
          const { document } = row.entry;
          return (
            <PageCard
              key={document.id}
              row={row}
              siteOrigin={config.siteOrigin}
              abilities={abilities('page', viewer, document)}
              isSelected={isEditor ? selection.has(document.id) : undefined}
              onSelect={(isSelected) => select([document], isSelected)}
              onDelete={() => void actions.askAndRemove(document)}
            />
          );
        })}
      </Box>
      <Pagination page={page} pageSize={pageSize} count={rows.length} onChange={onPage} />
      {bulk.finished && (
        <BulkResults
          done={bulk.finished.done}
          results={bulk.finished.results}
          onClose={bulk.dismiss}
          onRetry={() => void (bulk.finished && bulk.run(bulk.finished.name, bulk.finished.failed))}
        />
      )}
    </>
  );
}
