import { chakra } from '@chakra-ui/react';
import type { Selection } from './use-selection.ts';

interface SelectBoxProps {
  id: string;
  /** The document's name, for assistive technology. */
  name: string;
  selection: Selection;
}

/** Ticks one document of a list; nothing where there is nothing to do with ticked ones. */
export function SelectBox({ id, name, selection }: SelectBoxProps) {
  if (selection.actions.length === 0) return null;
  return (
    <chakra.input
      type="checkbox"
      boxSize="1.125rem"
      mt="1"
      flexShrink="0"
      accentColor="ink.solid"
      cursor="pointer"
      aria-label={`Select ${name}`}
      checked={selection.has(id)}
      onChange={(event) => selection.select([id], event.target.checked)}
    />
  );
}
