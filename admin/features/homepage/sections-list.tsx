import { Box } from '@chakra-ui/react';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useState } from 'react';
import { abilities } from '../../lib/documents/abilities.ts';
import type { Stored } from '../../lib/documents/parse-document.ts';
import { useStaff } from '../../lib/session.tsx';
import { move } from './reorder.ts';
import { SectionCard } from './section-card.tsx';
import { useReorder } from './use-reorder.ts';
import { useSectionActions } from './use-section-actions.ts';

const instructions =
  'Press Space or Enter to pick up the section, the arrow keys to move it, Space or Enter to put it down, Escape to leave it where it was.';

/** The sections in order. Each moves by dragging its handle, with the keyboard on the handle, or with its buttons. */
export function SectionsList({ entries }: { entries: readonly Stored<'section'>[] }) {
  const { roles, user } = useStaff();
  const actions = useSectionActions();
  const reorder = useReorder();
  const sections = entries.map(({ document }) => document);
  const ids = sections.map(({ id }) => id);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const [isNews] = useState(detectChanges);

  const moveTo = (from: number, to: number) => void reorder(move(sections, from, to), sections);

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) moveTo(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: announcementsFor(entries, isNews),
        screenReaderInstructions: { draggable: instructions },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Box as="ol" aria-label="Homepage sections" display="flex" flexDirection="column" gap="3" listStyle="none">
          {entries.map(({ document, problems }, index) => (
            <SectionCard
              key={document.id}
              section={document}
              problems={problems}
              place={{ index, count: sections.length }}
              abilities={abilities('section', { roles, uid: user.uid }, document)}
              onMove={(step) => moveTo(index, index + step)}
              onTogglePublished={() => void actions.togglePublished(document)}
              onToggleVisible={() => void actions.toggleVisible(document)}
              onDelete={() => void actions.remove(document)}
            />
          ))}
        </Box>
      </SortableContext>
    </DndContext>
  );
}

/** Tells whether a value differs from the one it was asked about before. */
function detectChanges() {
  let last: UniqueIdentifier | null = null;
  return (value: UniqueIdentifier): boolean => {
    const isOther = value !== last;
    last = value;
    return isOther;
  };
}

/** What is read out while a section moves. `isNews` keeps the first report, that it lies over itself, from drowning the pick-up. */
function announcementsFor(
  entries: readonly Stored<'section'>[],
  isNews: (over: UniqueIdentifier) => boolean,
): Announcements {
  const ids = entries.map(({ document }) => document.id);
  const name = (id: UniqueIdentifier) => entries.find(({ document }) => document.id === id)?.document.title ?? '';
  const place = (id: UniqueIdentifier) => `position ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => {
      isNews(active.id);
      return `Picked up ${name(active.id)}, ${place(active.id)}.`;
    },
    onDragOver: ({ active, over }) =>
      over && isNews(over.id) ? `${name(active.id)} is over ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} was put down at ${place(over.id)}.` : `${name(active.id)} was put back.`,
    onDragCancel: ({ active }) => `${name(active.id)} was put back.`,
  };
}
