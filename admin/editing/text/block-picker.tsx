import { chakra, Flex, Input, Text } from '@chakra-ui/react';
import { blockTemplate, findBlocks } from '@frontage/model/blocks';
import { counted } from '@frontage/model/dates';
import { useId, useState } from 'react';
import { ListOption, onListKey } from '../../ui/list-option.tsx';

interface BlockPickerProps {
  /** Receives the Markdown of a new block. */
  onChoose: (markdown: string) => void;
  onClose: () => void;
}

/** The blocks that can be inserted, found by words. */
export default function BlockPicker({ onChoose, onClose }: BlockPickerProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const found = findBlocks(typed);
  const choose = (at: number) => {
    const block = found[at];
    if (block) onChoose(blockTemplate(block.name));
  };
  const onKeyDown = onListKey({
    count: found.length,
    index,
    onMove: setIndex,
    onEnter: () => choose(index),
    onEscape: onClose,
  });
  return (
    <Flex
      direction="column"
      role="dialog"
      aria-label="Insert a block"
      p="2"
      gap="2"
      w="min(22rem, calc(100vw - 2rem))"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      <Input
        // Opened by the user to type.
        autoFocus
        size="sm"
        role="combobox"
        aria-label="Block"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[index] ? `${id}-${index}` : undefined}
        aria-describedby={`${id}-count`}
        placeholder="Search blocks"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Text id={`${id}-count`} role="status" textStyle="xs" color="fg.muted">
        {counted(found.length, 'block')}
      </Text>
      <chakra.div role="listbox" id={`${id}-list`} aria-label="Blocks" maxH="16rem" overflowY="auto">
        {found.map(({ name, label, description }, at) => (
          <ListOption key={name} id={`${id}-${at}`} isActive={at === index} onChoose={() => choose(at)}>
            <Text textStyle="sm" fontWeight="medium">
              {label}
            </Text>
            <Text textStyle="xs" color="fg.muted">
              {description}
            </Text>
          </ListOption>
        ))}
      </chakra.div>
    </Flex>
  );
}
