import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { CircleCheck, CircleX } from '#icons';
import { plainFailure } from '../../lib/errors.ts';
import { Modal } from '../../ui/modal.tsx';

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
      title={`${worked.length} of ${results.length} done`}
      description="The others were not changed."
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
