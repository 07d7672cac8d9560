import { Box } from '@chakra-ui/react';
import { abilities } from '@frontage/model/abilities';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/viewer.ts';
import { BulkTools } from '../../editing/list/bulk-tools.tsx';
import { useDocumentActions } from '../../editing/list/use-document-actions.tsx';
import { ShownRows } from '../../editing/list/shown-rows.ts';
import { useSelection } from '../../editing/list/use-selection.ts';
import { pageOf, Pagination } from '../../ui/pagination.tsx';
import { PageCard } from './page-card.tsx';
import type { PageRow } from './page-rows.ts';
import { pageDeletion } from './page-deletion.ts';
import { aboutPagesBelow } from './pages-below.ts';
import { usePages } from './use-pages.ts';

interface PagesListProps {
  rows: readonly PageRow[];
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
}

const pageSize = 50;

/** One screenful of the pages, which may be none, and what can be done with those that are selected. */
export function PagesList({ rows, page, onPage }: PagesListProps) {
  const viewer = useViewer();
  const { config } = useFirebase();
  // Those that a search does not show go up to the top level as well.
  const pages = usePages();
  const { remove } = useDocumentActions('page', pageDeletion(pages));
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
          <Box as="ul" aria-label="Pages" display="flex" flexDirection="column" gap="3" listStyle="none">
            {shown.map((row) => {
              const { document } = row.entry;
              return (
                <PageCard
                  key={document.id}
                  row={row}
                  siteOrigin={config.siteOrigin}
                  abilities={abilities('page', viewer, document)}
                  selection={selection}
                  onDelete={() => void remove(document)}
                />
              );
            })}
          </Box>
        </ShownRows>
      )}
      <Pagination page={page} pageSize={pageSize} count={rows.length} onChange={onPage} />
    </>
  );
}
