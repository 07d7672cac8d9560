import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface ListOptionProps {
  /** Named by the `aria-activedescendant` of the field that has focus. */
  id: string;
  isActive: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** An option of a listbox beside a field, which keeps focus. The active one is scrolled into view. */
export function ListOption({ id, isActive, onChoose, children }: ListOptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <chakra.div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      px="2.5"
      py="1.5"
      rounded="l1"
      cursor="pointer"
      bg={isActive ? 'bg.emphasized' : undefined}
      _hover={{ bg: 'bg.muted' }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </chakra.div>
  );
}

interface ListKeys {
  /** The number of options. */
  count: number;
  /** The active option; -1 for none. */
  index: number;
  onMove: (index: number) => void;
  onEnter: () => void;
  onEscape: () => void;
}

/** Handles the keys of a field with a listbox: the arrows move through the options and start over at the ends. */
export const onListKey =
  ({ count, index, onMove, onEnter, onEscape }: ListKeys) =>
  (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) onMove((index + step + count) % count);
    else if (event.key === 'Enter') onEnter();
    else if (event.key === 'Escape') onEscape();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
