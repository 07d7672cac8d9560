import { capitalized, editorPath, type Kind, kinds, nameOf, slugKindOf } from '@frontage/model/kinds/kinds';
import { canCreate } from '@frontage/model/permissions';
import { compareListed } from '@frontage/model/summaries/list-order';
import type { Listed } from '@frontage/model/summaries/listed';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { Plus } from '#icons';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { type TextMatches, useTextMatches } from '../../lib/search/search.queries.ts';
import { useViewer } from '../../lib/session.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { SearchBox } from '../../ui/list-controls.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { kindLookOf } from '../kind-looks.ts';
import { useDraftsInState } from '../versions/listed-drafts.queries.ts';
import { KindTable, type TableView } from './kind-table.tsx';
import { isInState, NewDrafts, ShowMore, StateFilter, useListAddress } from './list-view.tsx';
import { FoundInText, noMatches, SearchNote, searchList } from './text-matches.tsx';

/** The parts of a list that differ from those that follow from the kind. */
export interface ListView<K extends Kind> extends TableView<K> {
  /** The labels of the link to a new document, and of that in the empty list. */
  create?: { label: string; first: string };
  /** Shown if the search and the filter leave no row. */
  nothingFound?: { title: string; description?: string };
  /** The title of the empty list. */
  empty?: string;
  /** The figures above the list, without entries while it loads. */
  figures?: (entries: readonly Listed<K>[] | undefined) => ReactNode;
  skeleton?: ReactNode;
}

/** All documents of a kind, searchable by name, slug and text. */
export function KindList<K extends Kind>({ kind, ...view }: { kind: K } & ListView<K>) {
  const viewer = useViewer();
  const query = useDocuments(kind);
  const address = useListAddress();
  const search = useDeferredValue(address.search);
  const { state } = address;
  const { drafts, more } = useDraftsInState(kind, state);
  const matches = useTextMatches(kind, search);
  const isNarrowed = search !== '' || state !== '';
  const part = isNarrowed || address.page > 1 ? null : query.part;
  const data = query.data ?? part?.items;
  const { rows, inText } = useMemo(() => {
    const entries = (data ?? []).filter(({ document }) => isInState(state, document, drafts.get(document.id)));
    const found = searchKind(kind, entries, { search, matches });
    return {
      rows: [...found.inTitle, ...found.inText],
      inText: new Set(found.inText.map(({ document }) => document.id)),
    };
  }, [kind, data, drafts, matches, search, state]);
  const { title, description, nouns, fields, nameField } = kinds[kind];
  const slugKind = slugKindOf(kind);
  const create = view.create ?? { label: `New ${capitalized(nouns.one)}`, first: `New ${capitalized(nouns.one)}` };
  const createLink = (label: string) =>
    canCreate(kind, viewer) && (
      <ButtonLink to={editorPath(kind, 'new')}>
        <Plus /> {label}
      </ButtonLink>
    );
  const searched = [(fields[nameField]?.label ?? nameField).toLowerCase(), ...(slugKind === null ? [] : ['slug'])];
  return (
    <ListScreen
      title={title}
      description={description}
      actions={createLink(create.label)}
      query={{ ...query, data }}
      figures={!query.isError || query.data ? view.figures?.(query.data) : undefined}
      tools={
        <>
          <SearchBox
            label={`Search ${nouns.many}`}
            placeholder={`Search ${nouns.many} by ${searched.join(' or ')}...`}
            value={address.search}
            onChange={address.setSearch}
          />
          <StateFilter state={state} onChange={address.setState} />
        </>
      }
      note={<SearchNote isUnavailable={matches.isUnavailable || query.source !== 'pipeline'} />}
      skeleton={view.skeleton}
      count={rows.length}
      narrowing={{
        isActive: isNarrowed,
        isPending: matches.isPending,
        ...(view.nothingFound ?? { title: `No ${nouns.many} found matching your search.` }),
        onClear: () => {
          address.setSearch('');
          address.setState('');
        },
      }}
      empty={{
        icon: kindLookOf(kind).icon,
        title: view.empty ?? `No ${nouns.many} yet. Create your first ${nouns.one}!`,
        action: createLink(create.first),
      }}
    >
      {address.page === 1 && query.data && (
        <NewDrafts kind={kind} known={query.data.map(({ document }) => document.id)} search={search} state={state} />
      )}
      <FoundInText value={inText}>
        <KindTable {...view} kind={kind} rows={rows} part={part} page={address.page} onPage={address.setPage} />
      </FoundInText>
      <ShowMore more={more} />
    </ListScreen>
  );
}

interface KindSearch {
  search: string;
  matches?: Pick<TextMatches, 'byId'>;
}

/** The documents that a search finds: by name and slug in the order of the list, then those with the words in their text. */
export function searchKind<K extends Kind>(
  kind: K,
  entries: readonly Listed<K>[],
  { search, matches = noMatches }: KindSearch,
): Record<'inTitle' | 'inText', Listed<K>[]> {
  const textsOf = (document: object) => [nameOf(kind, document), String(Reflect.get(document, 'slug') ?? '')];
  const { inTitle, inText } = searchList(entries, { search, matches, textsOf });
  const compare = compareListed(kind);
  return { inTitle: inTitle.sort((a, b) => compare(a.document, b.document)), inText };
}
