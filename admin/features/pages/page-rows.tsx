import { Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { formatDate } from '@frontage/model/dates';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { abilities, canCreate, canDraft } from '@frontage/model/permissions';
import type { ListedPage } from '@frontage/model/summaries/listed';
import { memo, Suspense } from 'react';
import { CornerDownRight, ExternalLink, Pencil, Plus, Trash2 } from '#icons';
import { DuplicateButton } from '../../editing/list/duplicate-button.tsx';
import { DocumentMarks, LiveMark, ProblemNote, SelectBox, type Selection } from '../../editing/list/list-view.tsx';
import { InTextMark } from '../../editing/list/text-matches.tsx';
import { useRenderedRows } from '../../ui/list-rows.ts';
import { useLiveAddress } from '../../editing/editor/live.queries.ts';
import { documentName } from '../../lib/documents/document.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/session.tsx';
import { lazyWithFallback } from '../../ui/lazy.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Badge, PublishedBadge } from '../../ui/note.tsx';
import { useAuthorNames } from '../../lib/documents/author-names.queries.ts';
import { addBelowPath, type GridRow, type PageRow } from './page-tree.ts';
import { TreeGrid, TreeRow } from './tree-grid.tsx';
import type { PageMovingProps } from './tree-moving.tsx';

// Without it, pages move in the dialog of their row.
const PageMoving = lazyWithFallback<PageMovingProps>(
  () => import('./tree-moving.tsx'),
  () => null,
);

const columns = {
  // The state has space for four badges on one line: marks that load later do not move the rows below.
  widths: {
    lg: 'minmax(0, 1fr) 8rem 6.5rem 6.5rem',
    xl: 'minmax(0, 1fr) clamp(9rem, 22vw, 17.5rem) 6.5rem 13.5rem',
  },
  start: '5.75rem',
  headers: ['Page', 'Status', 'Updated', 'Actions'],
};

export interface PageRowsProps {
  /** The rows of this page of the list. */
  rows: readonly GridRow<PageRow>[];
  /** Whether the rows are in the order of the tree, in which they can be moved. */
  isTree: boolean;
  /** The rows of all pages of the list; null until they are loaded. */
  tree: readonly GridRow<PageRow>[] | null;
  selection: Selection;
  onToggle: (id: string) => void;
  onMove: (page: ListedPage) => void;
  onDelete: (page: ListedPage) => void;
}

/** The pages as compact rows of a tree. */
export default function PageRows({ rows, isTree, tree, selection, onToggle, onMove, onDelete }: PageRowsProps) {
  const drawn = useRenderedRows(rows);
  const viewer = useViewer();
  const names = useAuthorNames();
  const byId = new Map(drawn.map((row) => [row.entry.document.id, row]));
  return (
    <TreeGrid
      label="Pages"
      columns={columns}
      ids={[...byId.keys()]}
      onToggle={onToggle}
      draw={(id, isCurrent) => {
        const row = byId.get(id);
        if (!row) return null;
        return (
          <Row
            key={id}
            row={row}
            author={names.get(row.entry.document.created_by)}
            isCurrent={isCurrent}
            isMovable={isTree && abilities('page', viewer, row.entry.document).canEdit}
            {...{ selection, onToggle, onMove, onDelete }}
          />
        );
      }}
    >
      {isTree && tree !== null && drawn.length === rows.length && (
        <Suspense>
          <PageMoving rows={tree} />
        </Suspense>
      )}
    </TreeGrid>
  );
}

interface RowProps extends Pick<PageRowsProps, 'selection' | 'onToggle' | 'onMove' | 'onDelete'> {
  row: GridRow<PageRow>;
  author: string | undefined;
  isCurrent: boolean;
  isMovable: boolean;
}

const Row = memo(function Row({ row, author, isCurrent, isMovable, selection, onToggle, onMove, onDelete }: RowProps) {
  const { document: page, problems } = row.entry;
  const name = documentName(page);
  return (
    <TreeRow
      id={page.id}
      row={row}
      name={name}
      isCurrent={isCurrent}
      isSelected={selection.has(page.id)}
      isMovable={isMovable}
      onToggle={onToggle}
      start={<SelectBox id={page.id} name={name} selection={selection} />}
      title={
        <>
          <TextLink to={adminPaths.page(page.id)} fontWeight="semibold" textStyle="sm" variant="plain" color="fg">
            {name}
          </TextLink>
          <Text textStyle="xs" color="fg.muted">
            {`/${page.slug}`}
            <chakra.span aria-hidden>{' · '}</chakra.span>
            <chakra.span whiteSpace="nowrap">{`Order: ${page.menu_order}`}</chakra.span>
          </Text>
          <ProblemNote kind="page" problems={problems} />
        </>
      }
      cells={{
        state: (
          <Flex gap="1.5" align="center" wrap="wrap">
            <PublishedBadge isPublished={page.is_published} />
            <DocumentMarks kind="page" id={page.id} isCompact />
            {page.show_in_menu && <Badge tone="info">In Menu</Badge>}
            <InTextMark id={page.id} />
            <LiveMark kind="page" id={page.id} />
          </Flex>
        ),
        updated: (
          <Text textStyle="xs" color="fg.muted">
            {page.updated_at === '' ? 'Unknown' : formatDate(page.updated_at)}
            {author !== undefined && (
              <>
                <chakra.span aria-hidden hideFrom="lg">
                  {' · '}
                </chakra.span>
                <chakra.span display={{ lg: 'block' }}>
                  <chakra.span srOnly>Author: </chakra.span>
                  {author}
                </chakra.span>
              </>
            )}
          </Text>
        ),
        actions: <Actions page={page} onMove={onMove} onDelete={onDelete} />,
      }}
    />
  );
});

const quiet = { size: 'sm', variant: 'ghost', colorPalette: 'gray', minW: '8', px: '0' } as const;

function Actions({ page, onMove, onDelete }: { page: ListedPage } & Pick<PageRowsProps, 'onMove' | 'onDelete'>) {
  const viewer = useViewer();
  const { config } = useFirebase();
  const { canEdit, canDelete } = abilities('page', viewer, page);
  const address = useLiveAddress('page', page.id, page.is_published ? sitePaths.shortPage(page.slug) : null);
  const edit = canDraft('page', viewer, page) ? 'Edit' : 'Open';
  const hidden = (text: string) => <chakra.span srOnly>{text}</chakra.span>;
  return (
    <Flex gap="0.5" wrap="wrap" justify={{ lg: 'flex-end' }}>
      {address !== null && (
        <Button asChild {...quiet} title="View">
          <a href={config.siteOrigin + address} target="_blank" rel="noopener">
            <ExternalLink />
            {hidden(`View ${page.title} in a new tab`)}
          </a>
        </Button>
      )}
      <ButtonLink {...quiet} title={edit} to={adminPaths.page(page.id)}>
        <Pencil />
        {hidden(`${edit} ${page.title}`)}
      </ButtonLink>
      {canCreate('page', viewer) && (
        <ButtonLink {...quiet} title="Add subpage" to={addBelowPath(page.id)}>
          <Plus />
          {hidden(`Add subpage below ${page.title}`)}
        </ButtonLink>
      )}
      {canEdit && (
        <IconButton {...quiet} title="Move" aria-label={`Move ${documentName(page)}`} onClick={() => onMove(page)}>
          <CornerDownRight />
        </IconButton>
      )}
      <DuplicateButton kind="page" id={page.id} name={documentName(page)} />
      {canDelete && (
        <Button {...quiet} title="Delete" onClick={() => onDelete(page)}>
          <Trash2 />
          {hidden(`Delete ${page.title}`)}
        </Button>
      )}
    </Flex>
  );
}
