import { Suspense } from 'react';
import { abilities } from '@frontage/model/abilities';
import type { Listed, ListedSection } from '@frontage/model/summaries/listed';
import { useViewer } from '../../lib/viewer.ts';
import { BulkTools } from '../../editing/list/bulk-tools.tsx';
import { useDocumentActions } from '../../editing/list/use-document-actions.tsx';
import { ShownRows } from '../../editing/list/shown-rows.ts';
import { useSelection } from '../../editing/list/use-selection.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { lazyOr } from '../../ui/lazy-or.ts';
import { holdRowFocus } from '../../ui/row-focus.ts';
import { move } from './reorder.ts';
import { SectionCard, type Sorting } from './section-card.tsx';
import { publishQuestion, sectionChange, sectionDeletion } from './section-actions.ts';
import { SectionsFrame } from './sections-frame.tsx';
import type { SortableSectionsProps } from './sortable-sections.tsx';
import { useReorder } from './use-reorder.ts';

// Where it cannot be loaded, sections move by their buttons.
const SortableSections = lazyOr<SortableSectionsProps>(() => import('./sortable-sections.tsx'), PlainSections);

interface SectionsListProps {
  entries: readonly Listed<'section'>[];
  /** Whether they are all there are: only then can one be moved among them. */
  isWhole: boolean;
}

/** The sections in order. Each moves by dragging its handle, with the keyboard on the handle, or with its buttons. */
export function SectionsList({ entries, isWhole }: SectionsListProps) {
  const viewer = useViewer();
  const { change, remove } = useDocumentActions('section', sectionDeletion);
  const confirm = useConfirm();
  const reorder = useReorder();
  const selection = useSelection('section');
  const sections = entries.map(({ document }) => document);
  const may = entries.map(({ document }) => abilities('section', viewer, document));

  const togglePublished = async (section: ListedSection) => {
    if (!(await confirm(publishQuestion(section)))) return;
    await change(section, { is_published: !section.is_published }, sectionChange);
  };

  const moveTo = async (from: number, to: number) => {
    const moved = sections[from];
    if (!moved) return;
    // The button that moved it as far as it goes is out of use then.
    const giveFocusBack = holdRowFocus(moved.id);
    await reorder(move(sections, from, to), sections);
    giveFocusBack();
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
        place={isWhole ? { index, count: sections.length } : { index: 0, count: 1 }}
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
    <ShownRows value={ids}>
      {mayEditAll && <BulkTools kind="section" documents={sections} shown={sections} selection={selection} />}
      {mayEditAll && isWhole && plain ? (
        <Suspense fallback={plain}>
          <SortableSections entries={entries} onMove={(from, to) => void moveTo(from, to)} draw={draw} />
        </Suspense>
      ) : (
        plain
      )}
    </ShownRows>
  );
}

/** Where they cannot be dragged. */
function PlainSections({ entries, draw }: Pick<SortableSectionsProps, 'entries' | 'draw'>) {
  return <SectionsFrame>{entries.map((_, index) => draw(index))}</SectionsFrame>;
}
