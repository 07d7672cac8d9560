import { chakra, Text } from '@chakra-ui/react';
import { ListOption } from '../../ui/list-option.tsx';
import type { LinkTarget } from './link-targets.ts';

interface TargetListProps {
  /** The id of the combobox: the list has the id `{id}-list`, its options `{id}-{index}`. */
  id: string;
  found: readonly LinkTarget[];
  /** The accessible name of the list. */
  label?: string;
  /** The index of the active option. */
  index: number;
  onChoose: (target: LinkTarget) => void;
}

/** The pages, demos and parts of the homepage that a combobox has found. */
export function TargetList({
  id,
  found,
  label = 'Pages, demos and parts of the homepage',
  index,
  onChoose,
}: TargetListProps) {
  return (
    <chakra.div role="listbox" id={`${id}-list`} aria-label={label} hidden={found.length === 0}>
      {found.map((target, at) => (
        <ListOption key={target.href} id={`${id}-${at}`} isActive={at === index} onChoose={() => onChoose(target)}>
          <Text textStyle="sm" truncate>
            {target.title}
          </Text>
          <Text textStyle="xs" color="fg.muted" truncate>
            {target.path}
            {!target.isPublished && ' · not published'}
          </Text>
        </ListOption>
      ))}
    </chakra.div>
  );
}
