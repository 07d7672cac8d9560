import { chakra, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import type { SlashItem } from './slash-items.ts';

interface SlashMenuListProps {
  id: string;
  option: (index: number) => string;
  items: readonly SlashItem[];
  index: number;
  onChoose: (index: number) => void;
}

/** The blocks that `/` offers. Focus stays in the text, which names the active option. */
export function SlashMenuList({ id, option, items, index, onChoose }: SlashMenuListProps) {
  const active = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void active.current?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  return (
    <chakra.div id={id} role="listbox" aria-label="Insert" p="1" w="16rem" maxH="19rem" overflowY="auto">
      {items.map(({ name, label, hint }, at) => (
        <chakra.div
          key={name}
          ref={at === index ? active : undefined}
          id={option(at)}
          role="option"
          aria-selected={at === index}
          display="flex"
          justifyContent="space-between"
          alignItems="baseline"
          gap="3"
          px="2.5"
          py="1.5"
          rounded="l1"
          cursor="pointer"
          bg={at === index ? 'bg.emphasized' : undefined}
          _hover={{ bg: 'bg.muted' }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(at)}
        >
          <Text as="span" textStyle="sm" fontWeight="medium">
            {label}
          </Text>
          <Text as="span" textStyle="xs" color="fg.muted" truncate>
            {hint}
          </Text>
        </chakra.div>
      ))}
    </chakra.div>
  );
}
