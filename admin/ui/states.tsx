import { Box, Button, Flex, Heading, SimpleGrid, Skeleton, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { texts } from '@frontage/model/messages';
import { CloudAlert, type Icon } from '#icons';
import { plainFailure } from '../lib/errors.ts';

const times = (count: number, draw: (index: number) => ReactNode) => Array.from({ length: count }, (_, i) => draw(i));

interface LoadingProps {
  /** The announced and displayed text: 'Loading users...'. */
  label?: string;
  children: ReactNode;
}

/** Wraps skeletons: announces the loading text, and hides the shapes from assistive technology. */
function Loading({ label = texts.loading, children }: LoadingProps) {
  return (
    <Box role="status" aria-busy="true">
      <Text textStyle="sm" color="fg.muted" mb="3">
        {label}
      </Text>
      <Box aria-hidden>{children}</Box>
    </Box>
  );
}

export function TableSkeleton({ label, rows = 6 }: { label?: string; rows?: number }) {
  return (
    <Loading {...(label === undefined ? {} : { label })}>
      <Box borderWidth="1px" rounded="l3" bg="bg.panel" overflow="hidden">
        {times(rows, (row) => (
          <Flex key={row} gap="6" px="4" py="4" align="center" borderTopWidth={row === 0 ? '0' : '1px'}>
            <Skeleton height="4" flex="2" />
            <Skeleton height="4" flex="3" hideBelow="md" />
            <Skeleton height="5" width="5rem" rounded="full" />
            <Skeleton height="8" width="6rem" />
          </Flex>
        ))}
      </Box>
    </Loading>
  );
}

export function CardsSkeleton({ label, count = 4 }: { label?: string; count?: number }) {
  return (
    <Loading {...(label === undefined ? {} : { label })}>
      <Flex direction="column" gap="3">
        {times(count, (card) => (
          <Box key={card} borderWidth="1px" rounded="l3" bg="bg.panel" p="5">
            <Skeleton height="5" width="40%" mb="3" />
            <Skeleton height="4" width="85%" mb="2" />
            <Skeleton height="4" width="60%" />
          </Box>
        ))}
      </Flex>
    </Loading>
  );
}

export function FormSkeleton({ fields = 4 }: { fields?: number }) {
  return (
    <Loading>
      <Box borderWidth="1px" rounded="l3" bg="bg.panel" p="6">
        {times(fields, (field) => (
          <Box key={field} mb="6">
            <Skeleton height="4" width="8rem" mb="2" />
            <Skeleton height="10" />
          </Box>
        ))}
      </Box>
    </Loading>
  );
}

export function StatsSkeleton({ count = 4 }: { count?: number }) {
  return (
    <SimpleGrid columns={{ base: 2, lg: 4 }} gap="3" mb="6" aria-hidden>
      {times(count, (card) => (
        <Skeleton key={card} height="5.5rem" rounded="l3" />
      ))}
    </SimpleGrid>
  );
}

export interface StateProps {
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
