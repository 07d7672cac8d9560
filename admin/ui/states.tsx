import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { CloudAlert, type Icon } from '#icons';
import type { ReactNode } from 'react';
import { plainFailure } from '../lib/errors.ts';

interface StateProps {
  icon: Icon;
  title: string;
  description?: ReactNode;
  action?: ReactNode;
}

/** An empty state: a list without entries or search results, with the next action. */
export function EmptyState({ icon: Icon, title, description, action }: StateProps) {
  return (
    <Flex
      direction="column"
      align="center"
      textAlign="center"
      gap="2"
      px="4"
      py={{ base: '10', md: '14' }}
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="border.emphasized"
      rounded="l3"
    >
      <Flex align="center" justify="center" boxSize="12" rounded="full" bg="bg.emphasized" color="fg.muted" mb="1">
        <Box as={Icon} boxSize="6" aria-hidden />
      </Flex>
      <Heading as="h2" size="md" fontWeight="semibold">
        {title}
      </Heading>
      {description && (
        <Text color="fg.muted" maxW="26rem">
          {description}
        </Text>
      )}
      {action && <Box mt="3">{action}</Box>}
    </Flex>
  );
}

/** Replaces data that could not be read, with a retry. */
export function FailureState({ error, onRetry, title }: { error: unknown; onRetry: () => void; title?: string }) {
  return (
    <Box role="alert">
      <EmptyState
        icon={CloudAlert}
        title={title ?? 'This could not be loaded'}
        description={plainFailure(error)}
        action={
          <Button variant="outline" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </Box>
  );
}
