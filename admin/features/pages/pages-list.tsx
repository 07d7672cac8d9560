import type { ListedPage } from '@frontage/model/summaries/listed';
import { Button } from '@chakra-ui/react';
import { memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CornerDownRight } from '#icons';
import { BulkTools } from '../../editing/list/bulk-tools.tsx';
import { useSelection } from '../../editing/list/list-view.tsx';
import type { ListPart } from '../../lib/documents/document-list.ts';
import { useKnownDocuments, useWholeList } from '../../lib/documents/documents.queries.ts';
import { VisibleRows } from '../../ui/list-rows.ts';
import { useDocumentActions } from '../../editing/list/use-document-actions.tsx';
import { lazyDialog, lazyInline, useOpenState } from '../../ui/lazy.tsx';
import { pageOf, Pagination } from '../../ui/list-controls.tsx';
import { TableSkeleton } from '../../ui/states.tsx';
import type { MoveDialogProps } from './move-dialog.tsx';
import type { PageCardsProps } from './page-cards.tsx';
import type { PageRowsProps } from './page-rows.tsx';
import { rememberedView } from './page-views.ts';
import { aboutPagesBelow, firstGridRows, gridRows, type PageRow, pageDeletion, toggled } from './page-tree.ts';

const MoveDialog = lazyDialog<MoveDialogProps>(() => import('./move-dialog.tsx'));
const PageRows = lazyInline<PageRowsProps>('The list', () => import('./page-rows.tsx'));
const PageCards = lazyInline<PageCardsProps>('The cards', () => import('./page-cards.tsx'));
// Requested with the screen, so that the likely view is ready when the pages are read.
(rememberedView() === 'tree' ? PageRows : PageCards).preload();

interface PagesListProps {
  rows: readonly PageRow[];
  view: 'tree' | 'cards';
  /** Whether the rows are those of the tree, not filtered and not sorted: only then can they be dragged. */
  isTree: boolean;
  /** Of which the rows are the first; null if they are all. */
  part: Pick<ListPart<unknown>, 'count'> | null;
  /** Identifies the filters of the rows. */
  narrowing: string;
  /** Starts at 1. */
  page: number;
  onPage: (page: number) => void;
}

const pageSize = 50;
const none: readonly ListedPage[] = [];

/**
 * One page of the list with bulk actions for the selection. Re-renders only when its rows change, not with each
 * keystroke of a search.
 */
export const PagesList = memo(function PagesList(props: PagesListProps) {
  const { rows, view, isTree, part, narrowing, page, onPage } = props;
  const isWhole = part === null;
  // All pages, because pages hidden by a search also move to the top level.
  const pages = useKnownDocuments('page');
  const whole = useWholeList('page');
  const { remove } = useDocumentActions('page', pageDeletion(pages));
  const removeOfWhole = async (document: ListedPage) => {
    if (await whole()) await remove(document);
  };
  const latest = useRef(removeOfWhole);
  useEffect(() => {
    latest.current = removeOfWhole;
  });
  const onDelete = useCallback((document: ListedPage) => void latest.current(document), []);
  const [moved, setMoved] = useOpenState(none);
  const onMove = useCallback((document: ListedPage) => setMoved([document]), [setMoved]);
  const selection = useSelection('page');
  const { closed, toggle } = useClosedPages();
  const hasClosed = isTree && view === 'tree';
  const all = useMemo(() => {
    const open = gridRows(rows, ({ entry }) => hasClosed && closed.has(entry.document.id));
    return isWhole ? open : firstGridRows(open);
  }, [rows, isWhole, closed, hasClosed]);
  // Rows of closed branches that are not loaded are not counted yet.
  const count = isWhole ? all.length : hasClosed && closed.size > 0 ? null : part.count;
  const shown = pageOf(all, page, pageSize);
  const mayMove = selection.actions.includes('publish');

  return (
    <>
      <BulkTools
        kind="page"
        documents={rows.map(({ entry }) => entry.document)}
        shown={shown.map(({ entry }) => entry.document)}
        isWhole={isWhole}
        selection={selection}
        about={(name, ids) => aboutPagesBelow[name](pages(), ids)}
        more={
          mayMove
            ? (ids, isDisabled) => (
                <Button
                  size="sm"
                  variant="outline"
                  colorPalette="gray"
                  disabled={isDisabled}
                  onClick={() => setMoved(rows.map(({ entry }) => entry.document).filter(({ id }) => ids.includes(id)))}
                >
                  <CornerDownRight /> Move
                </Button>
              )
            : undefined
        }
      />
      {shown.length > 0 && (
        <VisibleRows value={shown.map(({ entry }) => entry.document.id)}>
          <Suspense fallback={<TableSkeleton />}>
            {view === 'tree' ? (
              <PageRows
                key={`${page} ${narrowing}`}
                rows={shown}
                isTree={isTree}
                tree={isWhole ? all : null}
                selection={selection}
                onToggle={toggle}
                onMove={onMove}
                onDelete={onDelete}
              />
            ) : (
              <PageCards key={`${page} ${narrowing}`} rows={shown} selection={selection} onDelete={onDelete} />
            )}
          </Suspense>
        </VisibleRows>
      )}
      {count !== null && <Pagination page={page} pageSize={pageSize} count={count} onChange={onPage} />}
      <Suspense>
        {moved.length > 0 && isWhole && (
          <MoveDialog
            moved={moved}
            onClose={() => setMoved(none)}
            onMoved={() =>
              selection.select(
                moved.map(({ id }) => id),
                false,
              )
            }
          />
        )}
      </Suspense>
    </>
  );
});

const entry = 'frontage.closed-pages';

/** The pages whose branches are closed, kept for this window. */
function useClosedPages() {
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(sessionStorage.getItem(entry)?.match(/\S+/g)),
  );
  const toggle = useCallback((id: string) => {
    setClosed((before) => {
      const next = toggled(before, id);
      sessionStorage.setItem(entry, [...next].join(' '));
      return next;
    });
  }, []);
  return { closed, toggle };
}
