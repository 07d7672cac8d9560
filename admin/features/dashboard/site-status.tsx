import { Box, chakra, Flex, Link, Skeleton, Text } from '@chakra-ui/react';
import { CircleCheck, ExternalLink, LoaderCircle, TriangleAlert } from '#icons';
import { useFirebase } from '../../lib/firebase.tsx';
import { usePipelineState } from '../../lib/pipeline-state.queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { describeFailure, describeStatus } from './describe-status.ts';
import { skippedContent, type SkippedContent } from './skipped-content.ts';

const looks = {
  idle: { icon: CircleCheck, color: 'fg.success' },
  building: { icon: LoaderCircle, color: 'fg.info' },
  failed: { icon: TriangleAlert, color: 'fg.error' },
  unreachable: { icon: TriangleAlert, color: 'fg.error' },
} as const;

/** The live release and problems, from the pipeline's status. Renders nothing before the first status. */
export function SiteStatus() {
  const { config } = useFirebase();
  const { data: state, dataUpdatedAt, isPending } = usePipelineState({ every: 10_000 });
  // Reserves space, so that the cards below do not move.
  if (isPending) return <Skeleton height={{ base: '6.875rem', sm: '3.375rem' }} rounded="l3" mb="6" aria-hidden />;
  if (!state) return null;
  const { icon: Icon, color } = looks[state.state];
  return (
    <Flex
      role="status"
      gap="3"
      align="center"
      wrap="wrap"
      bg="bg.panel"
      borderWidth="1px"
      rounded="l3"
      px="5"
      py="3.5"
      mb="6"
    >
      <Box as={Icon} boxSize="5" color={color} flexShrink="0" aria-hidden />
      <Text flex="1" minW="12rem">
        {describeStatus(state, dataUpdatedAt)}
      </Text>
      <Link href={config.siteOrigin} target="_blank" rel="noopener" textStyle="sm" fontWeight="medium">
        View site <ExternalLink size={14} aria-hidden />
      </Link>
      {state.failure && (
        <Text width="full" textStyle="sm" color="fg.error" overflowWrap="anywhere">
          {describeFailure(state.failure)}
        </Text>
      )}
      {state.problems.length > 0 && (
        <chakra.details width="full" textStyle="sm">
          <chakra.summary cursor="pointer" width="fit-content" fontWeight="medium">
            Show skipped content
          </chakra.summary>
          <Box as="ul" color="fg.error" mt="2" maxHeight="16rem" overflowY="auto">
            {state.problems.map(({ document, field, message }) => (
              <SkippedItem key={`${document} ${field} ${message}`} {...skippedContent({ document, field, message })} />
            ))}
          </Box>
        </chakra.details>
      )}
    </Flex>
  );
}

function SkippedItem({ name, to, reason }: SkippedContent) {
  return (
    <li>
      {to === null ? name : <TextLink to={to}>{name}</TextLink>}
      {`: ${reason}`}
    </li>
  );
}
