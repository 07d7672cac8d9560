import { Box } from '@chakra-ui/react';
import { memo, useCallback, useEffect, useRef } from 'react';
import type { ListedPage } from '@frontage/model/summaries/listed';
import { useFirebase } from '../../lib/firebase.tsx';
import { BulkTools } from '../../editing/list/bulk-tools.tsx';
import { useDocumentActions } from '../../editing/list/use-document-actions.tsx';
import { useRenderedRows, VisibleRows } from '../../editing/list/rows.ts';
import { useSelection, type Selection } from '../../editing/list/list-view.tsx';
import { pageOf, Pagination } from '../../ui/list-controls.tsx';
import { PageCard } from './page-card.tsx';
import type { PageRow } from './page-rows.ts';
import { pageDeletion } from './page-deletion.ts';
import { aboutPagesBelow } from './pages-below.ts';
import { usePages } from './use-pages.ts';

interface PagesListProps {
  rows: readonly PageRow[];
  /** Identifies the filters of the rows. */
  narrowing: string;
  /** Starts at 1. */
  page: number;
  onPage: (page: number) => void;
}

const pageSize = 50;
// In rem, including the gap; matches `PageCard`'s size estimate for off-screen cards.
const cardHeight = 8.25;

/**
 * One page of the list with bulk actions for the selection. Re-renders only when its rows change, not with each
 * keystroke of a search.
 */
export const PagesList = memo(function PagesList({ rows, narrowing, page, onPage }: PagesListProps) {
  // All pages, because pages hidden by a search also move to the top level.
  const pages = usePages();
  const { remove } = useDocumentActions('page', pageDeletion(pages));
  const latest = useRef(remove);
  useEffect(() => {
    latest.current = remove;
  });
  const onDelete = useCallback((document: ListedPage) => void latest.current(document), []);
  const selection = useSelection('page');
  const shown = pageOf(rows, page, pageSize);

  return (
    <>
      <BulkTools
        kind="page"
        documents={rows.map(({ entry }) => entry.document)}
        shown={shown.map(({ entry }) => entry.document)}
        selection={selection}
        about={(name, ids) => aboutPagesBelow[name](pages, ids)}
      />
      {shown.length > 0 && (
        <VisibleRows value={shown.map(({ entry }) => entry.document.id)}>
          <Cards key={`${page} ${narrowing}`} rows={shown} selection={selection} onDelete={onDelete} />
        </VisibleRows>
      )}
      <Pagination page={page} pageSize={pageSize} count={rows.length} onChange={onPage} />
    </>
  );
});

interface CardsProps {
  rows: readonly PageRow[];
  selection: Selection;
  onDelete: (page: ListedPage) => void;
}

function Cards({ rows, selection, onDelete }: CardsProps) {
  const { config } = useFirebase();
  const drawn = useRenderedRows(rows);
  return (
    <Box
      as="ul"
      aria-label="Pages"
      display="flex"
      flexDirection="column"
      gap="3"
      listStyle="none"
      // Reserves the height of the remaining rows, so that the scroll position can be restored.
      style={{ paddingBottom: `${(rows.length - drawn.length) * cardHeight}rem` }}
    >
      {drawn.map((row) => (
        <PageCard
          key={row.entry.document.id}
          row={row}
          siteOrigin={config.siteOrigin}
          selection={selection}
          onDelete={onDelete}
        />
      ))}
    </Box>
  );
}
