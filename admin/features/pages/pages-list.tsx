import { Box } from '@chakra-ui/react';
import { memo, useCallback, useEffect, useRef } from 'react';
import type { ListedPage } from '@frontage/model/summaries/listed';
import { useFirebase } from '../../lib/firebase.tsx';
import { BulkTools } from '../../editing/list/bulk-tools.tsx';
import { useDocumentActions } from '../../editing/list/use-document-actions.tsx';
import { ShownRows } from '../../editing/list/shown-rows.ts';
import { useDrawnRows } from '../../editing/list/use-drawn-rows.ts';
import { useSelection, type Selection } from '../../editing/list/use-selection.ts';
import { pageOf, Pagination } from '../../ui/pagination.tsx';
import { PageCard } from './page-card.tsx';
import type { PageRow } from './page-rows.ts';
import { pageDeletion } from './page-deletion.ts';
import { aboutPagesBelow } from './pages-below.ts';
import { usePages } from './use-pages.ts';

interface PagesListProps {
  rows: readonly PageRow[];
  /** By what the rows were chosen of all. */
  narrowing: string;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
}

const pageSize = 50;
// With the gap below it, as `PageCard` supposes it of one that is out of sight.
const cardHeight = 8.25;

/**
 * One screenful of the pages, which may be none, and what can be done with those that are selected. Drawn again only where that is
 * another one: not with each key of a search.
 */
export const PagesList = memo(function PagesList({ rows, narrowing, page, onPage }: PagesListProps) {
  // Those that a search does not show go up to the top level as well.
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
        <ShownRows value={shown.map(({ entry }) => entry.document.id)}>
          <Cards key={`${page} ${narrowing}`} rows={shown} selection={selection} onDelete={onDelete} />
        </ShownRows>
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
  const drawn = useDrawnRows(rows);
  return (
    <Box
      as="ul"
      aria-label="Pages"
      display="flex"
      flexDirection="column"
      gap="3"
      listStyle="none"
      // The place of those to come: whoever comes back finds the list where it was.
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
