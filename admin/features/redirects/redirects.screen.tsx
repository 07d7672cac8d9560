import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { CornerDownRight, Download, FileText, Pencil, Plus, Trash2 } from '#icons';
import { readableTarget } from '@frontage/model/document-link';
import { notices } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { Suspense, useDeferredValue, useMemo } from 'react';
import { useUrlState } from '../../lib/url-state.ts';
import { Badge } from '../../ui/note.tsx';
import { Select } from '../../ui/controls.tsx';
import { Address, DataTable, type Column } from '../../ui/data-table.tsx';
import { BackLink } from '../../ui/links.tsx';
import { pageOf, Pagination, SearchBox } from '../../ui/list-controls.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { saveFile } from '../../lib/save-file.ts';
import type { Redirect } from '../../lib/documents/redirects.ts';
import { toCsv } from './redirect-csv.ts';
import { filterRows, redirectRows, type RedirectRow } from './redirect-rows.ts';
import { useOldAddresses, useRedirectChanges, useRedirects } from './redirects.queries.ts';

const RedirectDialog = lazyDialog(() => import('./redirect-dialog.tsx'));
const ImportDialog = lazyDialog(() => import('./import-dialog.tsx'));

const pageSize = 50;
const defaults = { q: '', sort: 'all', page: '1' };
const sortOptions = [
  { value: 'all', label: 'All' },
  { value: 'own', label: 'Your redirects' },
  { value: 'old', label: 'Old URLs' },
];

/** The open dialog: a redirect's form (null for a new one) or the import. */
type Open = { redirect: Redirect | null } | 'import';

/** All redirects: administrators' own, which can be edited, and old addresses of pages and demos. */
export function Component() {
  const query = useRedirects();
  const old = useOldAddresses();
  const [address, setAddress] = useUrlState(defaults);
  const [open, setOpen] = useOpenState<Open | null>(null);
  const search = useDeferredValue(address.q);
  const { sort } = address;
  const own = useMemo(() => query.data ?? [], [query.data]);
  const rows = useMemo(() => redirectRows(own, old ?? []), [own, old]);
  const found = useMemo(() => filterRows(rows, { search, sort }), [rows, search, sort]);
  const page = Number(address.page) || 1;
  const add = (
    <Button onClick={() => setOpen({ redirect: null })}>
      <Plus /> Add redirect
    </Button>
  );

  return (
    <>
      <ListScreen
        title="Redirects"
        description="URLs that no longer exist and where they redirect."
        back={<BackLink to={adminPaths.settings}>Settings</BackLink>}
        actions={
          <>
            <Button variant="outline" onClick={() => setOpen('import')}>
              <FileText /> Import CSV
            </Button>
            <Button
              variant="outline"
              disabled={own.length === 0}
              onClick={() => saveFile('redirects.csv', { text: toCsv(own), type: 'text/csv' })}
            >
              <Download /> Export CSV
            </Button>
            {add}
          </>
        }
        query={query}
        tools={
          <>
            <SearchBox
              label="Search redirects"
              placeholder="Search by URL..."
              value={address.q}
              onChange={(q) => setAddress({ q })}
            />
            <Box width={{ base: 'full', sm: '12rem' }}>
              <Select
                aria-label="Type"
                options={sortOptions}
                value={sort}
                onChange={(event) => setAddress({ sort: event.target.value })}
              />
            </Box>
          </>
        }
        count={found.length}
        narrowing={{
          isActive: rows.length > 0,
          title: 'No redirects found',
          onClear: () => setAddress({ q: '', sort: 'all' }),
        }}
        empty={{
          icon: CornerDownRight,
          title: 'No redirects yet',
          description:
            'When a page or demo gets another slug, its old URL redirects to the new one automatically. Add others here.',
          action: add,
        }}
      >
        {found.length > 0 && (
          <RedirectsTable rows={pageOf(found, page, pageSize)} onEdit={(redirect) => setOpen({ redirect })} />
        )}
        <Pagination
          page={page}
          pageSize={pageSize}
          count={found.length}
          onChange={(next) => setAddress({ page: String(next) })}
        />
      </ListScreen>
      <Suspense fallback={null}>
        {open === 'import' && <ImportDialog stored={own} onClose={() => setOpen(null)} />}
        {open !== null && open !== 'import' && <RedirectDialog {...open} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

function RedirectsTable({ rows, onEdit }: { rows: readonly RedirectRow[]; onEdit: (redirect: Redirect) => void }) {
  const columns: Column<RedirectRow>[] = [
    { header: 'From', isName: true, cell: ({ from }) => <Address>{readableTarget(from)}</Address> },
    { header: 'To', cell: ({ to }) => <Address>{to}</Address> },
    { header: 'Type', cell: (row) => <TypeBadge row={row} /> },
    {
      header: 'Actions',
      isUnlabelled: true,
      align: 'end',
      cell: (row) => 'own' in row && <Actions redirect={row.own} onEdit={() => onEdit(row.own)} />,
    },
  ];
  return <DataTable label="Redirects" columns={columns} rows={rows} rowKey={({ from }) => from} />;
}

function TypeBadge({ row }: { row: RedirectRow }) {
  if ('own' in row) return <Badge tone="quiet">{row.own.status === 301 ? 'Permanent' : 'Temporary'}</Badge>;
  return (
    <Box>
      Old URL
      <Text textStyle="xs" color="fg.muted">
        {row.of}
      </Text>
    </Box>
  );
}

function Actions({ redirect, onEdit }: { redirect: Redirect; onEdit: () => void }) {
  const changes = useRedirectChanges();
  const notify = useNotify();
  const { isRunning, perform } = useAction();
  const about = redirect.from;

  const undo = () =>
    perform({ ...notices.notUndone, about }, async () => {
      await changes.undo(redirect, null);
      notify.success({ ...notices.redirectSaved, about });
    });
  const remove = () =>
    perform({ ...notices.redirectFailed, about }, async () => {
      await changes.write([{ ...redirect, to: null }]);
      const documents = [`redirect/${about}`];
      notify.success({ ...notices.redirectRemoved, about }, { label: 'Undo', documents, run: undo });
    });

  return (
    <Flex gap="2" justify="flex-end">
      <Button size="sm" variant="outline" onClick={onEdit}>
        <Pencil />
        Edit
        <chakra.span srOnly>{` ${redirect.from}`}</chakra.span>
      </Button>
      <Button size="sm" variant="outline" loading={isRunning} onClick={() => void remove()}>
        <Trash2 />
        Remove
        <chakra.span srOnly>{` ${redirect.from}`}</chakra.span>
      </Button>
    </Flex>
  );
}
