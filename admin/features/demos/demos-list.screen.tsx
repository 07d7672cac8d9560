import { texts } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { FilePen, Globe, LayoutGrid, Lock, MonitorPlay, Plus } from '#icons';
import { useDeferredValue, useMemo } from 'react';
import { canCreate } from '@frontage/model/permissions';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { useTextMatches } from '../../lib/search/search.queries.ts';
import { useViewer } from '../../lib/session.tsx';
import { useDraftsInState } from '../../editing/versions/listed-drafts.queries.ts';
import { isInState, ShowMore, StateFilter, useListAddress, NewDrafts } from '../../editing/list/list-view.tsx';
import { FoundInText, SearchNote } from '../../editing/list/text-matches.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { SearchBox, StatCards } from '../../ui/list-controls.tsx';
import { StatsSkeleton, TableSkeleton } from '../../ui/states.tsx';
import { DemosTable, demoStats, filterDemos } from './demos-table.tsx';

/** All demos, newest first, searchable by heading, slug and text. */
export function Component() {
  const viewer = useViewer();
  const query = useDocuments('demo');
  const address = useListAddress();
  const search = useDeferredValue(address.search);
  const { state } = address;
  const { drafts, more } = useDraftsInState('demo', state);
  const matches = useTextMatches('demo', search);
  const { rows, inText } = useMemo(() => {
    const entries = (query.data ?? []).filter(({ document }) => isInState(state, document, drafts.get(document.id)));
    const found = filterDemos(entries, search, matches);
    const inText = new Set(found.inText.map(({ document }) => document.id));
    return { rows: [...found.inTitle, ...found.inText], inText };
  }, [query.data, drafts, matches, search, state]);
  const isNarrowed = search !== '' || state !== '';
  const showAll = () => {
    address.setSearch('');
    address.setState('');
  };
  const mayCreate = canCreate('demo', viewer);
  const createLink = (label: string) =>
    mayCreate && (
      <ButtonLink to={adminPaths.demo('new')}>
        <Plus /> {label}
      </ButtonLink>
    );

  const narrowing = {
    isActive: isNarrowed,
    isPending: matches.isPending || query.source === 'partial',
    title: 'No demos found',
    description: texts.galleryEmpty.searching,
    onClear: showAll,
  };

  return (
    <ListScreen
      title="Demo Pages"
      description="Live demos in the gallery, with or without a password."
      actions={createLink('Create New Demo')}
      query={query}
      figures={query.data ? <Stats entries={query.data} /> : !query.isError && <StatsSkeleton />}
      tools={
        <>
          <SearchBox
            label="Search demos"
            placeholder="Search demos by heading or slug..."
            value={address.search}
            onChange={address.setSearch}
          />
          <StateFilter state={state} onChange={address.setState} />
        </>
      }
      note={<SearchNote isUnavailable={matches.isUnavailable || query.source !== 'pipeline'} />}
      skeleton={<TableSkeleton label={texts.loadingDemos} />}
      count={rows.length}
      narrowing={narrowing}
      empty={{ icon: MonitorPlay, title: 'No demos found', action: createLink('Create Your First Demo') }}
    >
      {address.page === 1 && (
        <NewDrafts
          kind="demo"
          known={(query.data ?? []).map(({ document }) => document.id)}
          search={search}
          state={state}
        />
      )}
      <FoundInText value={inText}>
        <DemosTable rows={rows} page={address.page} onPage={address.setPage} />
      </FoundInText>
      <ShowMore more={more} />
    </ListScreen>
  );
}

function Stats({ entries }: { entries: Parameters<typeof demoStats>[0] }) {
  const { total, published, protectedOnes, drafts } = demoStats(entries);
  return (
    <StatCards
      stats={[
        { label: 'Total Demos', value: total, icon: LayoutGrid },
        { label: 'Published', value: published, icon: Globe },
        { label: 'Password Protected', value: protectedOnes, icon: Lock },
        { label: 'Drafts', value: drafts, icon: FilePen },
      ]}
    />
  );
}
