import { Button, Flex } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { useDeferredValue, useMemo, useState } from 'react';
import { canCreate } from '@frontage/model/permissions';
import { FileText, Plus, SearchX } from '#icons';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { useViewer } from '../../lib/session.tsx';
import { useDraftsInState } from '../../editing/draft/listed-drafts.queries.ts';
import { isInState, ShowMore, StateFilter, useListAddress, NewDrafts } from '../../editing/list/list-view.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/list-controls.tsx';
import { CardsSkeleton, EmptyState, FailureState } from '../../ui/states.tsx';
import { pageRows } from './page-tree.ts';
import { PagesList } from './pages-list.tsx';

/** All pages as a tree, searchable by title and slug. */
export function Component() {
  const viewer = useViewer();
  const query = useDocuments('page');
  const address = useListAddress();
  const search = useDeferredValue(address.search);
  const { state } = address;
  // A search starts at page 1; the previous rows stay until the results are rendered.
  const [page, setPage] = useState(address.page);
  if (search === address.search && page !== address.page) setPage(address.page);
  const { drafts, more } = useDraftsInState('page', state);
  const rows = useMemo(() => {
    const entries = (query.data ?? []).filter(({ document }) => isInState(state, document, drafts.get(document.id)));
    return pageRows(entries, search);
  }, [query.data, drafts, search, state]);
  const isNarrowed = search !== '' || state !== '';
  const showAll = () => {
    address.setSearch('');
    address.setState('');
  };
  const add = canCreate('page', viewer) && (
    <ButtonLink to={adminPaths.page('new')}>
      <Plus /> New Page
    </ButtonLink>
  );

  return (
    <>
      <PageHeader title="Pages" description="Content pages and their place in the menu." actions={add} />
      <Flex mb="4" gap="3" wrap="wrap">
        <SearchBox
          label="Search pages"
          placeholder="Search pages by title or slug..."
          value={address.search}
          onChange={address.setSearch}
        />
        <StateFilter state={state} onChange={address.setState} />
      </Flex>
      {query.isPending && <CardsSkeleton count={5} />}
      {query.isError && !query.data && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && address.page === 1 && (
        <NewDrafts kind="page" known={query.data.map(({ document }) => document.id)} search={search} state={state} />
      )}
      {query.data && <PagesList rows={rows} narrowing={`${state} ${search}`} page={page} onPage={address.setPage} />}
      <ShowMore more={more} />
      {query.data && rows.length === 0 && isNarrowed && (
        <EmptyState
          icon={SearchX}
          title="No pages found matching your search."
          action={
            <Button variant="outline" onClick={showAll}>
              Clear search
            </Button>
          }
        />
      )}
      {query.data && rows.length === 0 && !isNarrowed && (
        <EmptyState icon={FileText} title="No pages yet. Create your first page!" action={add} />
      )}
    </>
  );
}
