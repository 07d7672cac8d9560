import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { CircleCheck, CircleX, type Icon } from '#icons';
import { plainFailure } from '../../lib/errors.ts';
import { Modal } from '../../ui/modal.tsx';

export interface Progress {
  done: number;
  /** The number of documents that the action changes. */
  count: number;
}

interface BulkAction {
  label: string;
  icon: Icon;
  isDanger?: boolean;
  run: () => void;
}

interface BulkBarProps {
  count: number;
  /** The noun for one document and for several. */
  nouns: { one: string; many: string };
  actions: readonly BulkAction[];
  /** Null unless an action runs. */
  progress: Progress | null;
  more?: ReactNode;
  onClear: () => void;
}

/** The actions on the selection; shows their progress. */
export function BulkBar({ count, nouns, actions, progress, more, onClear }: BulkBarProps) {
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
        {isRunning
          ? `${progress.done} of ${progress.count} done`
          : `${count} ${count === 1 ? nouns.one : nouns.many} selected`}
      </Text>
      {actions.map(({ label, icon: Icon, isDanger = false, run }) => (
        <Button
          key={label}
          size="sm"
          variant="outline"
          colorPalette={isDanger ? 'brick' : 'gray'}
          disabled={isRunning}
          onClick={run}
        >
          <Icon /> {label}
        </Button>
      ))}
      {more}
      <Button size="sm" variant="ghost" colorPalette="gray" disabled={isRunning} onClick={onClear}>
        Clear selection
      </Button>
    </Flex>
  );
}

export interface BulkResult {
  id: string;
  name: string;
  /** Null for success. */
  error: unknown;
}

interface BulkResultsProps {
  /** The action in the past tense: 'Published', 'Deleted'. */
  done: string;
  results: readonly BulkResult[];
  onClose: () => void;
  /** Retries the failed ones. */
  onRetry: () => void;
}

/** The result of a bulk action for each item, failures first. Shown if at least one failed. */
export function BulkResults({ done, results, onClose, onRetry }: BulkResultsProps) {
  const failed = results.filter(({ error }) => error !== null);
  const worked = results.filter(({ error }) => error === null);
  return (
    <Modal
      isOpen
      onClose={onClose}
      {...(worked.length === 0
        ? { title: `Not ${done.toLowerCase()}`, description: 'Nothing was changed.' }
        : { title: `${worked.length} of ${results.length} done`, description: 'The others were not changed.' })}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Close
          </Button>
          <Button onClick={onRetry}>{`Try ${failed.length} again`}</Button>
        </>
      }
    >
      <Flex as="ul" direction="column" gap="2" listStyle="none">
        {[...failed, ...worked].map(({ id, name, error }) => (
          <Flex as="li" key={id} gap="2" align="flex-start">
            <Box
              as={error === null ? CircleCheck : CircleX}
              color={error === null ? 'fg.success' : 'fg.error'}
              boxSize="5"
              flexShrink="0"
              aria-hidden
            />
            <Box minW="0">
              <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
                {name}
              </Text>
              <Text textStyle="sm" color="fg.muted">
                {error === null ? done : plainFailure(error)}
              </Text>
            </Box>
          </Flex>
        ))}
      </Flex>
    </Modal>
  );
}
