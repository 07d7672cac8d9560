import { Box, chakra, IconButton } from '@chakra-ui/react';
import {
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  PointerSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { abilities } from '@frontage/model/permissions';
import { documentName } from '../../lib/documents/document.ts';
import { useViewer } from '../../lib/session.tsx';
import { GripVertical } from '#icons';
import { type Drop, dropBetween, type Place, type TreeRow, withoutBranch } from './plan-moves.ts';
import type { GridRow, PageRow } from './page-tree.ts';
import { indentOf, levelWidth } from './tree-grid.tsx';
import { usePageMoves } from './use-page-moves.tsx';

export interface PageMovingProps {
  rows: readonly GridRow<PageRow>[];
}

/** Moves pages of the list by dragging, with the pointer or the keyboard. Loads after the list is shown. */
export default function PageMoving({ rows }: PageMovingProps) {
  const viewer = useViewer();
  const { move } = usePageMoves();
  return (
    <TreeMoving
      rows={rows.map(({ entry: { document }, depth, isClosed }) => ({
        id: document.id,
        name: documentName(document),
        depth,
        isClosed: isClosed ?? false,
        isMovable: abilities('page', viewer, document).canEdit,
      }))}
      onMove={(id, place) => void move({ ids: [id], ...place })}
    />
  );
}

interface MovableRow extends TreeRow {
  name: string;
  isClosed: boolean;
  isMovable: boolean;
}

interface TreeMovingProps {
  /** The rows of the tree, of which the grid around this component shows a part. */
  rows: readonly MovableRow[];
  onMove: (id: string, place: Place) => void;
}

const instructions =
  'Press Space or Enter to pick up the page, up and down to move it, left and right to change its level, Space or Enter to put it down, Escape to cancel.';

/** A row that moves, and the place at which it would be put down now. */
interface Moving {
  id: string;
  drop: Drop;
  byKeyboard: boolean;
  line: { top: string; left: string } | null;
}

/**
 * Adds handles to the rows of the `TreeGrid` around it: a row with the rows below it moves by pointer (up and down the
 * place, left and right the level) and by keyboard. A line shows the place.
 */
export function TreeMoving({ rows, onMove }: TreeMovingProps) {
  const [grid, setGrid] = useState<Element | null>(null);
  const [slots, setSlots] = useState<ReadonlyMap<string, Element>>(new Map());
  const [moving, draw] = useState<Moving | null>(null);
  // Events arrive before the state of earlier ones is rendered.
  const latest = useRef<Moving | null>(null);
  const setMoving = (next: Moving | null) => {
    latest.current = next;
    draw(next);
  };
  const [announced, announce] = useState('');
  const pointer = useRef({ startX: 0, x: 0, y: 0, hasMoved: false });
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));

  const enter = useCallback((node: HTMLElement | null) => {
    const around = node?.closest('[data-tree]') ?? null;
    const read = () => setSlots((before) => slotsIn(around, before));
    setGrid(around);
    read();
    const observer = new MutationObserver(read);
    if (around) observer.observe(around, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    // The pointer's own events, because the positions of dnd-kit are those of the last rendering.
    const onPointer = ({ type, clientX: x, clientY: y }: PointerEvent) => {
      const { startX, hasMoved, ...before } = pointer.current;
      pointer.current = {
        startX: type === 'pointerdown' ? x : startX,
        x,
        y,
        hasMoved: hasMoved || x !== before.x || y !== before.y,
      };
    };
    const stopping = new AbortController();
    const { signal } = stopping;
    for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const)
      window.addEventListener(type, onPointer, { capture: true, signal });
    return () => stopping.abort();
  }, []);

  const rowOf = (id: string) => rows.find((row) => row.id === id);
  const nameOf = (id: string) => rowOf(id)?.name ?? '';
  const isClosed = (id: string) => rowOf(id)?.isClosed ?? false;
  /** The visible rows without the moved branch. */
  const targetsOf = (id: string): Target[] => {
    const rest = withoutBranch(rows, id).map((row) => row.id);
    return [...(grid?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].flatMap((element) => {
      const index = rest.indexOf(element.dataset['row'] ?? '');
      return index < 0 ? [] : [{ element, index }];
    });
  };

  const moveTo = (id: string, wanted: { gap: number; depth: number }, byKeyboard: boolean): string => {
    const drop = dropBetween(withoutBranch(rows, id), wanted, isClosed);
    const targets = targetsOf(id);
    if (byKeyboard) targets.find(({ index }) => index >= drop.gap - 1)?.element.scrollIntoView({ block: 'nearest' });
    setMoving({ id, drop, byKeyboard, line: lineAt(drop, targets, grid) });
    const words = placeWords(drop, nameOf);
    announce(words);
    return words;
  };

  const start = (id: string, byKeyboard: boolean) => {
    const gap = rows.findIndex((row) => row.id === id);
    announce(`Picked up ${nameOf(id)}. ${moveTo(id, { gap, depth: rows[gap]?.depth ?? 0 }, byKeyboard)}`);
  };

  const end = (isDropped: boolean) => {
    if (!latest.current) return;
    const { id, drop } = latest.current;
    setMoving(null);
    announce(isDropped ? `${nameOf(id)} was put down.` : `${nameOf(id)} was put back.`);
    if (isDropped) onMove(id, { parentId: drop.parentId, after: drop.after });
  };

  const onDragMove = ({ active }: Pick<DragMoveEvent, 'active'>) => {
    const id = String(active.id);
    // The last event may follow the end of the drag.
    if (latest.current?.id !== id) return;
    const { startX, x, y } = pointer.current;
    pointer.current.hasMoved = false;
    const targets = targetsOf(id);
    const below = targets.find(({ element }) => {
      const { top, height } = element.getBoundingClientRect();
      return y < top + height / 2;
    });
    const gap = below ? below.index : (targets.at(-1)?.index ?? -1) + 1;
    const depth = (rowOf(id)?.depth ?? 0) + Math.round((x - startX) / levelWidth);
    const { drop } = latest.current;
    if (drop.gap !== gap || drop.depth !== depth) moveTo(id, { gap, depth }, false);
  };

  const onKeyDown = (id: string, event: KeyboardEvent) => {
    const own = latest.current?.byKeyboard === true && latest.current.id === id ? latest.current : null;
    const { gap = 0, depth = 0 } = own?.drop ?? {};
    const step = (change: { gap?: number; depth?: number }) => moveTo(id, { gap, depth, ...change }, true);
    const toggle = () => (own ? end(true) : start(id, true));
    const keys: Record<string, () => void> = {
      ' ': toggle,
      Enter: toggle,
      ...(own && {
        ArrowUp: () => step({ gap: gap - 1 }),
        ArrowDown: () => step({ gap: gap + 1 }),
        ArrowLeft: () => step({ depth: depth - 1 }),
        ArrowRight: () => step({ depth: depth + 1 }),
        Escape: () => end(false),
      }),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };

  return (
    <DndContext
      sensors={sensors}
      onDragStart={({ active }) => start(String(active.id), false)}
      onDragMove={onDragMove}
      onDragEnd={(event) => {
        // At a resting pointer, the line is the place: rows may have moved since it was drawn.
        if (pointer.current.hasMoved) onDragMove(event);
        end(true);
      }}
      onDragCancel={() => end(false)}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: instructions } }}
    >
      <Box ref={enter} />
      {[...slots].map(([id, slot]) => {
        const row = rowOf(id);
        if (!row?.isMovable) return null;
        return createPortal(
          <Handle
            id={id}
            name={row.name}
            isMoving={moving?.id === id}
            onKeyDown={(event) => onKeyDown(id, event)}
            onLeave={() => moving?.byKeyboard && moving.id === id && end(false)}
          />,
          slot,
          id,
        );
      })}
      {moving?.line && (
        <Box
          aria-hidden
          data-drop-line=""
          position="absolute"
          pointerEvents="none"
          height="3px"
          mt="-1.5px"
          insetEnd="2"
          bg="ink.focusRing"
          rounded="full"
          style={moving.line}
        />
      )}
      <chakra.div srOnly aria-live="assertive">
        {announced}
      </chakra.div>
      <DragOverlay dropAnimation={null}>
        {moving && !moving.byKeyboard && (
          <Box
            display="inline-block"
            ms="9"
            px="3"
            py="1.5"
            maxW="16rem"
            truncate
            bg="bg.panel"
            borderWidth="1px"
            borderColor="ink.focusRing"
            rounded="l2"
            shadow="lg"
            textStyle="sm"
            fontWeight="semibold"
          >
            {nameOf(moving.id)}
          </Box>
        )}
      </DragOverlay>
    </DndContext>
  );
}

// The place is announced by the component itself, for the pointer and the keyboard.
const nothing = () => undefined;
const silent = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

function placeWords({ parentId, after }: Drop, nameOf: (id: string) => string): string {
  const parent = parentId === null ? 'At the top level' : `Below ${nameOf(parentId)}`;
  if (after === 'last') return `${parent}, last.`;
  return after === null ? `${parent}, first.` : `${parent}, after ${nameOf(after)}.`;
}

interface HandleProps {
  id: string;
  name: string;
  isMoving: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onLeave: () => void;
}

function Handle({ id, name, isMoving, onKeyDown, onLeave }: HandleProps) {
  const { attributes, listeners, setNodeRef } = useDraggable({ id });
  return (
    <IconButton
      {...attributes}
      {...listeners}
      ref={setNodeRef}
      aria-label={`Reorder ${name}`}
      aria-pressed={isMoving}
      title="Drag to reorder"
      variant="ghost"
      colorPalette="gray"
      size="xs"
      cursor="grab"
      touchAction="none"
      onKeyDown={onKeyDown}
      onBlur={onLeave}
    >
      <GripVertical />
    </IconButton>
  );
}

/** The elements for handles in the grid, by row; the same map while they stay the same. */
function slotsIn(grid: Element | null, before: ReadonlyMap<string, Element>): ReadonlyMap<string, Element> {
  const found = [...(grid?.querySelectorAll('[data-handle]') ?? [])];
  const isSame = found.length === before.size && found.every((slot) => before.get(idOf(slot)) === slot);
  return isSame ? before : new Map(found.map((slot) => [idOf(slot), slot]));
}

const idOf = (slot: Element): string => slot.getAttribute('data-handle') ?? '';

interface Target {
  element: HTMLElement;
  /** The index among all rows without the moved branch. */
  index: number;
}

/** The position in the grid of the line at the place at which a row would be put down. */
function lineAt({ gap, depth }: Drop, targets: readonly Target[], grid: Element | null): Moving['line'] {
  const next = targets.find(({ index }) => index >= gap)?.element;
  const last = targets.at(-1)?.element;
  const edge = next?.getBoundingClientRect().top ?? last?.getBoundingClientRect().bottom;
  const row = next ?? last;
  if (!grid || edge === undefined || !row) return null;
  const frame = grid.getBoundingClientRect();
  const start = (row.querySelector('[data-indent]') ?? row).getBoundingClientRect().left;
  return { top: `${edge - frame.top}px`, left: `${start - frame.left + indentOf(depth)}px` };
}
