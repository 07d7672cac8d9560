import { Box, Button, chakra, Flex, Heading, IconButton, Link, Text } from '@chakra-ui/react';
import { limits } from '@frontage/model/limits';
import { buildNavigation, type NavigationItem } from '@frontage/model/navigation';
import { adminPaths, collections, sitePaths } from '@frontage/model/paths';
import { abilities } from '@frontage/model/permissions';
import type { ListedPage } from '@frontage/model/summaries/listed';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Eye, EyeOff, Menu, PenLine } from '#icons';
import { documentKeys } from '../../lib/documents/documents.queries.ts';
import { documentName } from '../../lib/documents/document.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/session.tsx';
import { TextField } from '../../ui/field.tsx';
import { TextLink } from '../../ui/links.tsx';
import { pageOf, Pagination } from '../../ui/list-controls.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { Note } from '../../ui/note.tsx';
import { EmptyState, FailureState, TableSkeleton } from '../../ui/states.tsx';
import { gridRows, toggled } from './page-tree.ts';
import { TreeGrid, TreeRow } from './tree-grid.tsx';
import { TreeMoving } from './tree-moving.tsx';
import { usePageMoves } from './use-page-moves.tsx';

type MenuPage = ListedPage & { nav_label: string | null };

interface MenuRow {
  page: MenuPage;
  label: string;
  depth: number;
  /** The row's id, for moving. */
  id: string;
  parentId: string | null;
}

/** The labels that replace titles in the menu, by page; lists contain no labels. */
function useLabels() {
  const store = useDocumentStore();
  return useQuery({
    queryKey: [...documentKeys.list('page'), 'labels'],
    queryFn: async () => {
      const where = [
        { field: 'is_published', equals: true },
        { field: 'show_in_menu', equals: true },
      ];
      const found = valueOf(await store.list(collections.pages, { where, fields: ['nav_label'] }));
      return new Map(
        found.map(({ id, data }) => [id, typeof data['nav_label'] === 'string' ? data['nav_label'] : null]),
      );
    },
  });
}

const columns = { widths: 'minmax(0, 1fr) 5rem', start: '4.25rem', headers: ['Menu entry', 'Actions'] };
const pageSize = 50;

/** The menu as visitors see it, by the site's own function, edited in place. */
export default function NavigationView() {
  const viewer = useViewer();
  const { config } = useFirebase();
  const { pages, move, edit } = usePageMoves();
  const labels = useLabels();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState(1);
  const [renamed, setRenamed] = useState<MenuPage | null>(null);
  if (labels.isPending) return <TableSkeleton />;
  if (!labels.data) return <FailureState error={labels.error} onRetry={() => void labels.refetch()} />;

  const byId = new Map(
    pages.map((page): [string, MenuPage] => [page.id, { ...page, nav_label: labels.data.get(page.id) ?? null }]),
  );
  const menu = rowsOf(buildNavigation([...byId.values()]), byId, { depth: 0, parentId: null });
  const rows = gridRows(menu, ({ id }) => closed.has(id));
  const shown = pageOf(rows, at, pageSize);
  const mayEdit = (page: ListedPage) => abilities('page', viewer, page).canEdit;
  const hidden = pages.filter((page) => page.is_published && !page.show_in_menu);
  const toggle = (id: string) => setClosed((before) => toggled(before, id));

  return (
    <>
      <Box mb="3">
        <Note kind="info">
          The menu of{' '}
          <Link href={config.siteOrigin + sitePaths.home} target="_blank" rel="noopener" variant="underline">
            the site
          </Link>
          : published pages that are shown in the menu. Visitors see each change at once; the link “Demos” always comes
          last.
        </Note>
      </Box>
      {rows.length === 0 && (
        <EmptyState icon={Menu} title="The menu has no pages" description="Publish a page that is shown in the menu." />
      )}
      {rows.length > 0 && (
        <TreeGrid
          label="Navigation"
          columns={columns}
          ids={shown.map(({ id }) => id)}
          onToggle={toggle}
          draw={(id, isCurrent) => {
            const row = shown.find((each) => each.id === id);
            if (!row) return null;
            const { page, label } = row;
            return (
              <TreeRow
                key={id}
                id={id}
                row={row}
                name={label}
                isCurrent={isCurrent}
                isMovable={mayEdit(page)}
                onToggle={toggle}
                title={
                  <>
                    <TextLink to={adminPaths.page(id)} fontWeight="semibold" textStyle="sm" variant="plain" color="fg">
                      {label}
                    </TextLink>
                    <Text textStyle="xs" color="fg.muted">
                      {`/${page.slug}`}
                      {label !== page.title && ` · Title: ${page.title}`}
                      {row.parentId !== page.parent_id && ' · Its parent page is not in the menu'}
                    </Text>
                  </>
                }
                cells={{
                  actions: mayEdit(page) && (
                    <Flex gap="0.5">
                      <IconButton
                        {...quiet}
                        aria-label={`Rename ${label}`}
                        title="Rename"
                        onClick={() => setRenamed(page)}
                      >
                        <PenLine />
                      </IconButton>
                      <IconButton
                        {...quiet}
                        aria-label={`Hide ${label}`}
                        title="Remove from the menu"
                        onClick={() => void edit(page, { show_in_menu: false }, 'Removed from the menu')}
                      >
                        <EyeOff />
                      </IconButton>
                    </Flex>
                  ),
                }}
              />
            );
          }}
        >
          <TreeMoving
            rows={rows.map((row) => ({
              ...row,
              name: row.label,
              isClosed: row.isClosed ?? false,
              isMovable: mayEdit(row.page),
            }))}
            onMove={(id, place) => {
              const siblings = menu.filter(({ parentId }) => parentId === place.parentId).map(({ page }) => page);
              void move({ ids: [id], ...place, siblings, keepsParent: true });
            }}
          />
        </TreeGrid>
      )}
      <Pagination page={at} pageSize={pageSize} count={rows.length} onChange={setAt} />
      {hidden.length > 0 && (
        <HiddenPages pages={hidden} onShow={(page) => void edit(page, { show_in_menu: true }, 'Added to the menu')} />
      )}
      {renamed && (
        <RenameDialog
          page={renamed}
          onClose={() => setRenamed(null)}
          onRename={(label) => edit(renamed, { nav_label: label === '' ? null : label }, 'Label changed')}
        />
      )}
    </>
  );
}

const quiet = { size: 'sm', variant: 'ghost', colorPalette: 'gray' } as const;

/** The entries of the menu as rows. */
function rowsOf(
  items: readonly NavigationItem[],
  byId: ReadonlyMap<string, MenuPage>,
  { depth, parentId }: { depth: number; parentId: string | null },
): MenuRow[] {
  return items.flatMap(({ id, label, children }) => {
    const page = byId.get(id);
    if (!page) return [];
    return [{ id, page, label, depth, parentId }, ...rowsOf(children, byId, { depth: depth + 1, parentId: id })];
  });
}

const maxHidden = 100;

function HiddenPages({ pages, onShow }: { pages: readonly ListedPage[]; onShow: (page: ListedPage) => void }) {
  const viewer = useViewer();
  return (
    <Box as="section" mt="6" aria-label="Published, not in the menu">
      <Heading as="h2" textStyle="sm" mb="2">
        Published, not in the menu
      </Heading>
      <Box as="ul" listStyle="none" borderWidth="1px" rounded="l3" bg="bg.panel">
        {pages.slice(0, maxHidden).map((page) => (
          <Flex
            as="li"
            key={page.id}
            px="3"
            py="1.5"
            gap="3"
            align="center"
            borderBottomWidth="1px"
            _last={{ border: 'none' }}
          >
            <Text flex="1" minW="0" textStyle="sm" overflowWrap="anywhere">
              {documentName(page)}
            </Text>
            {abilities('page', viewer, page).canEdit && (
              <Button {...quiet} onClick={() => onShow(page)}>
                <Eye /> Show in menu
                <chakra.span srOnly>{` ${documentName(page)}`}</chakra.span>
              </Button>
            )}
          </Flex>
        ))}
      </Box>
      {pages.length > maxHidden && (
        <Text textStyle="sm" color="fg.muted" mt="2">{`and ${pages.length - maxHidden} more, see the list`}</Text>
      )}
    </Box>
  );
}

interface RenameDialogProps {
  page: MenuPage;
  onClose: () => void;
  onRename: (label: string) => Promise<boolean>;
}

/** Changes the label of a page in the menu. */
function RenameDialog({ page, onClose, onRename }: RenameDialogProps) {
  const [label, setLabel] = useState(page.nav_label ?? '');
  const [isRunning, setRunning] = useState(false);
  const save = async () => {
    setRunning(true);
    const isSaved = await onRename(label.trim());
    setRunning(false);
    if (isSaved) onClose();
  };
  return (
    <FormModal
      size="sm"
      onClose={onClose}
      title={`Label of “${documentName(page)}”`}
      submit="Save"
      isPending={isRunning}
      pendingText="Save"
      onSubmit={() => void save()}
    >
      <TextField
        label="Navigation label"
        help="Replaces the title in the menu. Leave it empty to use the title."
        input={{
          value: label,
          maxLength: limits.navLabel,
          placeholder: page.title,
          onChange: ({ target }) => setLabel(target.value),
        }}
      />
    </FormModal>
  );
}
