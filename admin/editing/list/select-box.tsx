import { chakra } from '@chakra-ui/react';
import type { Selection } from './use-selection.ts';

interface SelectBoxProps {
  id: string;
  /** The document's name, for assistive technology. */
  name: string;
  selection: Selection;
}

/** A checkbox that selects one document of a list; hidden if the user has no bulk actions. */
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
