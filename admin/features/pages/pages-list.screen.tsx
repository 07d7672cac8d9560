import { Button } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import { canCreate } from '@frontage/model/permissions';
import { FileText, type Icon, LayoutGrid, List, Menu, Plus } from '#icons';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { useTextMatches } from '../../lib/search/search.queries.ts';
import { useViewer } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { useDraftsInState } from '../../editing/versions/listed-drafts.queries.ts';
import { isInState, ShowMore, StateFilter, NewDrafts } from '../../editing/list/list-view.tsx';
import { FoundInText, SearchNote } from '../../editing/list/text-matches.tsx';
import { lazyInline } from '../../ui/lazy.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { SearchBox } from '../../ui/list-controls.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { ViewChoice } from '../../ui/view-choice.tsx';
import { TableSkeleton } from '../../ui/states.tsx';
import type { PageFiltersProps } from './page-filters.tsx';
import { isInFilters, noFilters, type PageFilters as Filters, pageRows, sortRows } from './page-tree.ts';
import { isView, rememberedView, rememberView, type View } from './page-views.ts';
import { PagesList } from './pages-list.tsx';

const PageFilters = lazyInline<PageFiltersProps>('The filters', () => import('./page-filters.tsx'));
const NavigationView = lazyInline('The navigation', () => import('./navigation-view.tsx'));

/** All pages: as a tree of compact rows, as cards, or as the menu that visitors see. */
export function Component() {
  const viewer = useViewer();
  const query = useDocuments('page');
  const { address, update, setSearch, setPage: onPage } = usePagesAddress();
  const search = useDeferredValue(address.q);
  const { state, filters } = address;
  // A search starts at page 1; the previous rows stay until the results are rendered.
  const [page, setPage] = useState(address.page);
  if (search === address.q && page !== address.page) setPage(address.page);
  const { drafts, more } = useDraftsInState('page', state);
  const matches = useTextMatches('page', search);
  // Ages are compared with the time at which the list was opened.
  const [now] = useState(() => Date.now());
  const used = Object.keys(noFilters).filter((name) => filters[name as keyof typeof noFilters] !== '');
  const isNarrowed = search !== '' || state !== '' || used.some((name) => name !== 'sort');
  const isTree = !isNarrowed && filters.sort === '';
  const part = isTree && page === 1 && address.view !== 'navigation' ? query.part : null;
  const data = query.data ?? part?.items;
  const rows = useMemo(() => {
    const entries = (data ?? []).filter(
      ({ document }) => isInState(state, document, drafts.get(document.id)) && isInFilters(document, filters, now),
    );
    return sortRows(pageRows(entries, search, matches), filters.sort);
  }, [data, drafts, matches, search, state, filters, now]);
  const inText = useMemo(() => new Set(rows.flatMap((row) => (row.isInText ? [row.entry.document.id] : []))), [rows]);
  const [isOpen, setOpen] = useState(used.length > 0);
  const showAll = () => update({ ...noFilters, q: '', state: '' });
  const add = canCreate('page', viewer) && (
    <ButtonLink to={adminPaths.page('new')}>
      <Plus /> New Page
    </ButtonLink>
  );
  const [isFewPages, setFewPages] = useState<boolean | null>(null);
  // Decided once: the view does not change while the user adds or deletes pages.
  if (isFewPages === null && data) setFewPages(data.length <= mostCards);
  const view = address.view ?? (isFewPages === null ? null : isFewPages ? 'cards' : 'tree');
  const isNavigation = view === 'navigation';

  return (
    <ListScreen
      title="Pages"
      description="Content pages and their place in the menu."
      actions={add}
      query={{ ...query, data }}
      tools={
        <>
          {!isNavigation && (
            <>
              <SearchBox
                label="Search pages"
                placeholder="Search pages by title or slug..."
                value={address.q}
                onChange={setSearch}
              />
              <StateFilter state={state} onChange={(next) => update({ state: next })} />
              <Button variant="outline" colorPalette="gray" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {used.length === 0 ? 'Filters' : `Filters (${used.length})`}
              </Button>
            </>
          )}
          <ViewChoice
            views={views}
            view={view}
            onChange={(next) => {
              rememberView(next);
              update({ view: next });
            }}
          />
        </>
      }
      note={
        !isNavigation && (
          <>
            <SearchNote isUnavailable={matches.isUnavailable || query.source !== 'pipeline'} />
            {isOpen && (
              <Suspense>
                <PageFilters filters={filters} onChange={update} />
              </Suspense>
            )}
          </>
        )
      }
      count={rows.length}
      narrowing={{
        isActive: isNarrowed && !isNavigation,
        isPending: matches.isPending,
        title: 'No pages found matching your search.',
        onClear: showAll,
      }}
      empty={isNavigation ? null : { icon: FileText, title: 'No pages yet. Create your first page!', action: add }}
    >
      {isNavigation ? (
        <Suspense fallback={<TableSkeleton />}>
          <NavigationView />
        </Suspense>
      ) : (
        <>
          {address.page === 1 && query.data && (
            <NewDrafts
              kind="page"
              known={query.data.map(({ document }) => document.id)}
              search={search}
              state={state}
            />
          )}
          {view !== null && (
            <FoundInText value={inText}>
              <PagesList
                rows={rows}
                view={view}
                isTree={isTree}
                part={part}
                narrowing={`${state} ${search} ${Object.values(filters).join(' ')}`}
                page={page}
                onPage={onPage}
              />
            </FoundInText>
          )}
          <ShowMore more={more} />
        </>
      )}
    </ListScreen>
  );
}

const views: Record<View, { label: string; icon: Icon }> = {
  tree: { label: 'List', icon: List },
  cards: { label: 'Cards', icon: LayoutGrid },
  navigation: { label: 'Navigation', icon: Menu },
};

const defaults = { q: '', state: '', page: '1', view: '', ...noFilters };

// Sites with more pages start with the compact list.
const mostCards = 30;

/** The state of the list, kept in the address. Without a view in the address, the last chosen one applies; null if none. */
function usePagesAddress() {
  const [{ q, state, page, view, ...filters }, update] = useUrlState(defaults);
  const [remembered] = useState(rememberedView);
  const setters = useMemo(
    () => ({
      setSearch: (search: string) => update({ q: search }),
      setPage: (next: number) => update({ page: String(next) }, { isStep: true }),
    }),
    [update],
  );
  const shown = { q, state, page: Math.max(1, Math.trunc(Number(page)) || 1), filters: useStable(filters) };
  return { address: { ...shown, view: isView(view) ? view : remembered }, update, ...setters };
}

/** The same object while the filters have the same values. */
function useStable(filters: Filters): Filters {
  const { author, updated, parent, menu, sort } = filters;
  return useMemo(() => ({ author, updated, parent, menu, sort }), [author, updated, parent, menu, sort]);
}
