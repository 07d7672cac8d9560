import { Suspense } from 'react';
import { abilities } from '@frontage/model/abilities';
import type { Listed, ListedSection } from '@frontage/model/summaries/listed';
import { useViewer } from '../../lib/session.tsx';
import { BulkTools } from '../../editing/list/bulk-tools.tsx';
import { useDocumentActions } from '../../editing/list/use-document-actions.tsx';
import { VisibleRows } from '../../editing/list/rows.ts';
import { useSelection } from '../../editing/list/list-view.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { lazyWithFallback } from '../../ui/lazy.tsx';
import { keepRowFocus } from '../../ui/row-focus.ts';
import { move } from './reorder.ts';
import { SectionCard, type Sorting } from './section-card.tsx';
import { publishQuestion, sectionChange, sectionDeletion } from './section-actions.ts';
import { SectionsFrame } from './sections-frame.tsx';
import type { SortableSectionsProps } from './sortable-sections.tsx';
import { useReorder } from './use-reorder.ts';

// If drag and drop fails to load, sections move by their buttons.
const SortableSections = lazyWithFallback<SortableSectionsProps>(
  () => import('./sortable-sections.tsx'),
  PlainSections,
);

interface SectionsListProps {
  entries: readonly Listed<'section'>[];
  /** Whether the list is unfiltered: only then can sections be moved. */
  isWhole: boolean;
}

/** The sections in order. Each moves by dragging, with the keyboard on its handle, or with its buttons. */
export function SectionsList({ entries, isWhole }: SectionsListProps) {
  const viewer = useViewer();
  const { change, remove } = useDocumentActions('section', sectionDeletion);
  const confirm = useConfirm();
  const reorder = useReorder();
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
    await reorder(move(sections, from, to), sections);
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
      {mayEditAll && <BulkTools kind="section" documents={sections} shown={sections} selection={selection} />}
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
