import { Button, Flex, Text } from '@chakra-ui/react';
import { bulkWords } from './use-bulk.tsx';
import type { BulkName } from './use-selection.ts';

interface BulkBarProps {
  count: number;
  /** The counted noun: 'page', 'demo'. */
  noun: string;
  actions: readonly BulkName[];
  /** How many of `count` are done while an action runs; else null. */
  progress: number | null;
  onAction: (name: BulkName) => void;
  onClear: () => void;
}

/** The actions on the selection. */
export function BulkBar({ count, noun, actions, progress, onAction, onClear }: BulkBarProps) {
  if (count === 0) return null;
  const isRunning = progress !== null;
  return (
    <Flex
      role="region"
      aria-label="Selection"
      position="sticky"
      top={{ base: '14', lg: '2' }}
      zIndex="docked"
      gap="2"
      px="4"
      py="2.5"
      mb="3"
      wrap="wrap"
      align="center"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.emphasized"
      rounded="l3"
      shadow="md"
    >
      <Text textStyle="sm" fontWeight="semibold" flex={{ base: '1 0 100%', md: '1' }} aria-live="polite">
        {isRunning ? `${progress} of ${count} done` : `${count} ${noun}${count === 1 ? '' : 's'} selected`}
      </Text>
      {actions.map((name) => {
        const { label, icon: Icon, isDanger } = bulkWords[name];
        return (
          <Button
            key={name}
            size="sm"
            variant="outline"
            colorPalette={isDanger ? 'brick' : 'gray'}
            disabled={isRunning}
            onClick={() => onAction(name)}
          >
            <Icon /> {label}
          </Button>
        );
      })}
      <Button size="sm" variant="ghost" colorPalette="gray" disabled={isRunning} onClick={onClear}>
        Clear selection
      </Button>
    </Flex>
  );
}
