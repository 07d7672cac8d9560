import { IconButton } from '@chakra-ui/react';
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
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from '#icons';
import { useState, type ReactNode } from 'react';
import type { Listed } from '@frontage/model/summaries/listed';
import { SectionsFrame, type Sorting } from './section-card.tsx';

const instructions =
  'Press Space or Enter to pick up the section, the arrow keys to move it, Space or Enter to put it down, Escape to cancel.';

export interface SortableSectionsProps {
  entries: readonly Listed<'section'>[];
  /** The number of sections at the start of the list that do not move. */
  fixed: number;
  onMove: (from: number, to: number) => void;
  draw: (index: number, sorting?: Sorting) => ReactNode;
}

/** The list with drag and drop by pointer and keyboard. Loads after the list is shown. */
export default function SortableSections({ entries, fixed, onMove, draw }: SortableSectionsProps) {
  const ids = entries.map(({ document }) => document.id);
  const [isChanged] = useState(detectChanges);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: announcementsFor(entries, isChanged),
        screenReaderInstructions: { draggable: instructions },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <SectionsFrame>
          {entries.map(({ document }, index) => (
            <SortableSection key={document.id} id={document.id} title={document.title} isFixed={index < fixed}>
              {(sorting) => draw(index, sorting)}
            </SortableSection>
          ))}
        </SectionsFrame>
      </SortableContext>
    </DndContext>
  );
}

interface SortableSectionProps {
  id: string;
  title: string;
  isFixed: boolean;
  children: (sorting: Sorting) => ReactNode;
}

function SortableSection({ id, title, isFixed, children }: SortableSectionProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: isFixed,
  });
  const handle = (
    <IconButton
      {...attributes}
      {...listeners}
      ref={setActivatorNodeRef}
      aria-label={`Reorder ${title}`}
      variant="ghost"
      colorPalette="gray"
      size="sm"
      cursor="grab"
      touchAction="none"
    >
      <GripVertical />
    </IconButton>
  );
  return children({
    handle,
    isDragging,
    frame: setNodeRef,
    style: { transform: CSS.Translate.toString(transform), transition },
  });
}

/** Returns whether a value differs from the previous one. */
function detectChanges() {
  let last: UniqueIdentifier | null = null;
  return (value: UniqueIdentifier): boolean => {
    const isOther = value !== last;
    last = value;
    return isOther;
  };
}

/**
 * Announcements while a section moves. `isChanged` suppresses the first report, a section being over itself, which
 * would interrupt the announcement of the pick-up.
 */
function announcementsFor(
  entries: readonly Listed<'section'>[],
  isChanged: (over: UniqueIdentifier) => boolean,
): Announcements {
  const ids = entries.map(({ document }) => document.id);
  const name = (id: UniqueIdentifier) => entries.find(({ document }) => document.id === id)?.document.title ?? '';
  const place = (id: UniqueIdentifier) => `position ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => {
      isChanged(active.id);
      return `Picked up ${name(active.id)}, ${place(active.id)}.`;
    },
    onDragOver: ({ active, over }) =>
      over && isChanged(over.id) ? `${name(active.id)} is over ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} was put down at ${place(over.id)}.` : `${name(active.id)} was put back.`,
    onDragCancel: ({ active }) => `${name(active.id)} was put back.`,
  };
}
