import { Box, Button, Link } from '@chakra-ui/react';
import { orderAsShown } from '@frontage/model/homepage';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { abilities, canCreate } from '@frontage/model/permissions';
import { notices } from '@frontage/model/messages';
import type { Listed, ListedSection } from '@frontage/model/summaries/listed';
import { Suspense, useState } from 'react';
import { LayoutTemplate, Plus, Send } from '#icons';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import type { TextMatches } from '../../lib/search/search.queries.ts';
import { useViewer } from '../../lib/session.tsx';
import { useDraftsInState } from '../../editing/versions/listed-drafts.queries.ts';
import {
  isInState,
  ShowMore,
  StateFilter,
  useListAddress,
  useSelection,
  NewDrafts,
} from '../../editing/list/list-view.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { CardsSkeleton } from '../../ui/states.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { FoundInText, noMatches, SearchNote, searchList } from '../../editing/list/text-matches.tsx';
import { keepRowFocus, VisibleRows } from '../../ui/list-rows.ts';
import { useBatchChange } from '../../editing/list/use-batch-change.ts';
import { BulkTools } from '../../editing/list/bulk-tools.tsx';
import { type DeletionWords, inTrash, useDocumentActions } from '../../editing/list/use-document-actions.tsx';
import { lazyInline, lazyWithFallback } from '../../ui/lazy.tsx';
import { move, publishQuestion, renumber } from './sections.ts';
import { SectionCard, SectionsFrame, type Sorting } from './section-card.tsx';
import type { SortableSectionsProps } from './sortable-sections.tsx';

// If drag and drop fails to load, sections move by their buttons.
const SortableSections = lazyWithFallback<SortableSectionsProps>(
  () => import('./sortable-sections.tsx'),
  PlainSections,
);

const PublishAll = lazyInline('“Publish All Drafts”', () => import('./publish-all.tsx'));
const noDrafts = (
  <Button variant="outline" colorPalette="gray" disabled>
    <Send /> Publish All Drafts
  </Button>
);

const SectionSearch = lazyInline('The search', () => import('./section-search.tsx'));
const initialMatches: TextMatches = { ...noMatches, isPending: false, isUnavailable: false };
const titleOf = ({ title, section_key }: ListedSection) => [`${title} ${section_key}`];

const sectionDeletion: DeletionWords<ListedSection> = {
  question: ({ title }) => ({
    title: 'Delete this section?',
    description: `“${title}” will be removed from the homepage sections.`,
    more: inTrash(title),
  }),
  deleted: notices.sectionDeleted,
  failed: notices.deleteFailed,
};

const sectionChange = { changed: notices.statusUpdated, failed: notices.saveFailed };

const orderChange = { changed: { title: 'Order saved' }, failed: { title: "Couldn't save the order" } };

const addLabel = 'Add section';

/** The list of homepage sections in order, searchable by title and text. */
export function Component() {
  const viewer = useViewer();
  const { config } = useFirebase();
  const query = useDocuments('section');
  const mayEdit = canCreate('section', viewer);
  const entries = query.data ?? [];
  const byId = new Map(entries.map((entry) => [entry.document.id, entry]));
  const ordered = orderAsShown(entries.map(({ document }) => document)).flatMap(({ id }) => byId.get(id) ?? []);
  const { search, state, setSearch, setState } = useListAddress();
  const { drafts: edited, more } = useDraftsInState('section', state);
  const [matches, setMatches] = useState(initialMatches);
  const inState = ordered.filter(({ document }) => isInState(state, document, edited.get(document.id)));
  const { inTitle, inText } = searchList(inState, { search, matches, textsOf: titleOf });
  const shown = [...inTitle, ...inText];
  const inTextIds = new Set(inText.map(({ document }) => document.id));
  const drafts = ordered.map(({ document }) => document).filter((section) => !section.is_published);
  const showAll = () => {
    setSearch('');
    setState('');
  };

  const add = mayEdit && (
    <ButtonLink to={adminPaths.section('new')}>
      <Plus /> {addLabel}
    </ButtonLink>
  );

  const description = (
    <>
      Shown in this order on{' '}
      <Link href={config.siteOrigin + sitePaths.home} target="_blank" rel="noopener" variant="underline">
        the homepage
      </Link>
      .
    </>
  );
  const publishAll = mayEdit && (
    <Suspense fallback={noDrafts}>{drafts.length > 0 ? <PublishAll drafts={drafts} /> : noDrafts}</Suspense>
  );

  return (
    <ListScreen
      title="Homepage Sections"
      description={description}
      actions={
        <>
          {publishAll}
          {add}
        </>
      }
      query={query}
      tools={
        ordered.length > 0 && (
          <>
            <Suspense fallback={<Box flex="1" minW={{ base: 'full', sm: '14rem' }} />}>
              <SectionSearch search={search} onChange={setSearch} onMatches={setMatches} />
            </Suspense>
            <StateFilter state={state} onChange={setState} />
          </>
        )
      }
      note={<SearchNote isUnavailable={matches.isUnavailable || query.source !== 'pipeline'} />}
      skeleton={<CardsSkeleton />}
      count={shown.length}
      narrowing={{
        isActive: ordered.length > 0,
        isPending: matches.isPending,
        title: search === '' ? 'No sections with this status' : 'No sections found matching your search.',
        onClear: showAll,
      }}
      empty={{
        icon: LayoutTemplate,
        title: 'No sections yet',
        description:
          'The homepage is made of sections. Until one is published, visitors see “No published content yet.”',
        action: add,
      }}
    >
      <NewDrafts kind="section" known={[...byId.keys()]} search={search} state={state} />
      <FoundInText value={inTextIds}>
        <SectionsList entries={shown} isWhole={inTitle.length === ordered.length} />
      </FoundInText>
      <ShowMore more={more} />
    </ListScreen>
  );
}

interface SectionsListProps {
  entries: readonly Listed<'section'>[];
  /** Whether the list is unfiltered: only then can sections be moved. */
  isWhole: boolean;
}

/** The sections in order. Each moves by dragging, with the keyboard on its handle, or with its buttons. */
function SectionsList({ entries, isWhole }: SectionsListProps) {
  const viewer = useViewer();
  const { change, remove } = useDocumentActions('section', sectionDeletion);
  const confirm = useConfirm();
  const reorder = useBatchChange('section');
  const selection = useSelection('section');
  const sections = entries.map(({ document }) => document);
  // The hero is always first: it does not move, and no section moves above it.
  const fixed = sections[0]?.section_key === 'hero' ? 1 : 0;
  const may = entries.map(({ document }) => abilities('section', viewer, document));

  const togglePublished = async (section: ListedSection) => {
    if (!(await confirm(publishQuestion(section)))) return;
    await change(section, { is_published: !section.is_published }, sectionChange);
  };

  const moveTo = async (from: number, to: number) => {
    const moved = sections[from];
    if (!moved || from < fixed || to < fixed) return;
    // A move to the end disables the pressed button, which loses focus.
    const restoreFocus = keepRowFocus(moved.id);
    const changes = renumber(move(sections, from, to));
    await reorder(
      changes.map(({ section, order_index }) => ({ document: section, fields: { order_index } })),
      orderChange,
    );
    restoreFocus();
  };

  const draw = (index: number, sorting?: Sorting) => {
    const [entry, allowed] = [entries[index], may[index]];
    if (!entry || !allowed) return null;
    const { document, problems } = entry;
    return (
      <SectionCard
        key={document.id}
        section={document}
        problems={problems}
        moves={{
          up: isWhole && index > fixed,
          down: isWhole && index >= fixed && index < sections.length - 1,
          isFixed: index < fixed,
        }}
        abilities={allowed}
        selection={selection}
        sorting={sorting}
        onMove={(step) => void moveTo(index, index + step)}
        onTogglePublished={() => void togglePublished(document)}
        onToggleVisible={() => void change(document, { is_visible: !document.is_visible }, sectionChange)}
        onDelete={() => void remove(document)}
      />
    );
  };

  const ids = sections.map(({ id }) => id);
  const plain = entries.length > 0 && <PlainSections entries={entries} draw={draw} />;
  const mayEditAll = may.every(({ canEdit }) => canEdit);
  return (
    <VisibleRows value={ids}>
      {mayEditAll && <BulkTools kind="section" documents={sections} shown={sections} isWhole selection={selection} />}
      {mayEditAll && isWhole && plain ? (
        <Suspense fallback={plain}>
          <SortableSections entries={entries} fixed={fixed} onMove={(from, to) => void moveTo(from, to)} draw={draw} />
        </Suspense>
      ) : (
        plain
      )}
    </VisibleRows>
  );
}

/** The list without drag and drop. */
function PlainSections({ entries, draw }: Pick<SortableSectionsProps, 'entries' | 'draw'>) {
  return <SectionsFrame>{entries.map((_, index) => draw(index))}</SectionsFrame>;
}
