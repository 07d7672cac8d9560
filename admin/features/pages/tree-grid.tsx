import { Box, chakra, Flex, IconButton } from '@chakra-ui/react';
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react';
import { ChevronDown, ChevronRight } from '#icons';
import type { GridRow } from './page-tree.ts';

/** The width of one level in pixels. */
export const levelWidth = 20;
// Deeper levels would leave no space for the text.
const deepestIndent = 5;

export const indentOf = (depth: number): number => Math.min(depth, deepestIndent) * levelWidth;

const widgets = 'a[href], button:not(:disabled), input, select';
const rowsIn = (grid: Element): HTMLElement[] => [...grid.querySelectorAll<HTMLElement>('[data-row]')];
const levelOf = (row: Element | undefined): number => Number(row?.getAttribute('aria-level'));

interface TreeGridProps {
  label: string;
  /** The columns: on wide screens a CSS grid with these widths, on narrow ones below the name, `start` from the edge. */
  columns: { widths: string | { lg: string; xl: string }; headers: readonly string[]; start: string };
  ids: readonly string[];
  /** Opens or closes the branch of a row. */
  onToggle: (id: string) => void;
  /** Draws a row with `TreeRow`. `isCurrent` is the row that Tab reaches. */
  draw: (id: string, isCurrent: boolean) => ReactNode;
  /** Further content, positioned over the grid. */
  children?: ReactNode;
}

/**
 * A tree of rows with columns (ARIA treegrid). Up and Down move between rows, Right opens a row and then enters its
 * controls, Left leaves them, closes the row and then goes to the row above; Enter follows the row's link, Space selects
 * it.
 */
export function TreeGrid({ label, columns, ids, onToggle, draw, children }: TreeGridProps) {
  const [focused, setFocused] = useState('');
  const current = ids.includes(focused) ? focused : ids[0];

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-row]');
    if (!row || target.matches('select, input:not([type=checkbox])')) return;
    const rows = rowsIn(event.currentTarget);
    const index = rows.indexOf(row);
    const controls = [...row.querySelectorAll<HTMLElement>(widgets)];
    const position = controls.indexOf(target);
    const isClosed = row.getAttribute('aria-expanded');
    const toggle = () => onToggle(row.dataset['row'] ?? '');
    const parent = () => rows.slice(0, index).findLast((above) => levelOf(above) < levelOf(row));
    const sameIn = (other: HTMLElement | undefined) =>
      position < 0 ? other : (other?.querySelectorAll<HTMLElement>(widgets)[position] ?? other);
    const keys: Record<string, () => unknown> = {
      ArrowUp: () => sameIn(rows[index - 1])?.focus(),
      ArrowDown: () => sameIn(rows[index + 1])?.focus(),
      Home: () => rows[0]?.focus(),
      End: () => rows.at(-1)?.focus(),
      ArrowRight: () => (position < 0 && isClosed === 'false' ? toggle() : controls[position + 1]?.focus()),
      ArrowLeft: () => {
        if (position >= 0) (controls[position - 1] ?? row).focus();
        else if (isClosed === 'true') toggle();
        else parent()?.focus();
      },
      ...(target === row && {
        Enter: () => row.querySelector<HTMLElement>('a[href]')?.click(),
        ' ': () => row.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
      }),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };

  return (
    <Box
      data-tree=""
      position="relative"
      borderWidth="1px"
      rounded="l3"
      bg="bg.panel"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const id = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
        if (id !== undefined) setFocused(id);
      }}
      css={{ '--columns': columns.widths, '--start': columns.start }}
    >
      <Box role="treegrid" aria-label={label}>
        <Box role="rowgroup" hideBelow="lg">
          <Box
            role="row"
            css={{ gridTemplateColumns: 'var(--columns)' }}
            display="grid"
            columnGap="4"
            px="3"
            py="2"
            textStyle="xs"
            fontWeight="semibold"
            color="fg.muted"
          >
            {columns.headers.map((header) => (
              <span key={header} role="columnheader">
                {header === 'Actions' ? <chakra.span srOnly>{header}</chakra.span> : header}
              </span>
            ))}
          </Box>
        </Box>
        <Box role="rowgroup" mt={{ base: '-1px', lg: '0' }}>
          {ids.map((id) => draw(id, id === current))}
        </Box>
      </Box>
      {children}
    </Box>
  );
}

interface TreeRowProps {
  id: string;
  row: GridRow<{ depth: number }>;
  name: string;
  isCurrent: boolean;
  isSelected?: boolean;
  onToggle: (id: string) => void;
  /** Whether the row has a handle, which `tree-moving.tsx` draws in its place. */
  isMovable: boolean;
  /** In the first cell, before the levels are indented. */
  start?: ReactNode;
  /** The first cell: the name and a line below it. */
  title: ReactNode;
  /** The other cells, by column. */
  cells: Readonly<Record<string, ReactNode>>;
}

/** One row of a `TreeGrid`. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { id, row, name, isCurrent, isSelected = false, onToggle, isMovable, start, title, cells } = props;
  const { depth, position, size, isClosed } = row;
  return (
    <Box
      role="row"
      data-row={id}
      data-page={id}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={isClosed === null ? undefined : !isClosed}
      aria-selected={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      display={{ base: 'block', lg: 'grid' }}
      css={{ gridTemplateColumns: 'var(--columns)' }}
      columnGap="4"
      alignItems="center"
      px="3"
      py={{ base: '2', lg: '1' }}
      borderTopWidth="1px"
      overflowWrap="anywhere"
      bg={isSelected ? 'bg.subtle' : undefined}
      _hover={{ bg: 'bg.subtle' }}
      focusVisibleRing="inside"
    >
      <Flex role="rowheader" gap="1.5" align="center" minW="0">
        {start}
        {isMovable && <Box data-handle={id} boxSize="8" flexShrink="0" />}
        <Flex
          data-indent=""
          flex="1"
          minW="0"
          gap="1"
          align="center"
          style={{ paddingInlineStart: `${indentOf(depth)}px` }}
        >
          {depth > 0 && <chakra.span data-tree-glyph="" srOnly>{`Level ${depth + 1}: `}</chakra.span>}
          <Box boxSize="7" flexShrink="0">
            {isClosed !== null && (
              <IconButton
                aria-label={`${isClosed ? 'Open' : 'Close'} ${name}`}
                title={isClosed ? 'Open' : 'Close'}
                size="2xs"
                variant="ghost"
                colorPalette="gray"
                tabIndex={-1}
                onClick={() => onToggle(id)}
              >
                {isClosed ? <ChevronRight /> : <ChevronDown />}
              </IconButton>
            )}
          </Box>
          <Box flex="1" minW="0">
            {title}
          </Box>
        </Flex>
      </Flex>
      {Object.entries(cells).map(([column, cell]) => (
        <Box role="gridcell" key={column} minW="0" ps={{ base: 'var(--start)', lg: '0' }} mt={{ base: '1', lg: '0' }}>
          {cell}
        </Box>
      ))}
    </Box>
  );
});
