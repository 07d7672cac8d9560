import {
  Box,
  chakra,
  Flex,
  Heading,
  Link as ChakraLink,
  LinkBox,
  LinkOverlay,
  SimpleGrid,
  Skeleton,
  Text,
} from '@chakra-ui/react';
import { Link } from 'react-router';
import { canCreate, canReview } from '@frontage/model/permissions';
import { CircleCheck, ExternalLink, LoaderCircle, TriangleAlert } from '#icons';
import { useKinds } from '../../lib/documents/documents.queries.ts';
import { useStaff, useViewer } from '../../lib/session.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useFirebase } from '../../lib/firebase.tsx';
import { usePipelineState } from '../../lib/pipeline.ts';
import { type Card, cardsFor } from './cards.ts';
import { GettingStarted } from './getting-started.tsx';
import { ChangedPanel, DraftsPanel, HealthPanel, ReleasesPanel, ScheduledPanel, WaitingPanel } from './work-panels.tsx';
import { describeFailure, describeStatus, skippedContent, type SkippedContent } from './describe-status.ts';

export function Component() {
  const { roles } = useStaff();
  const onSite = useKinds();
  const viewer = useViewer();
  return (
    <>
      <PageHeader title="Dashboard" description="The status of the site and links to its content." />
      <SimpleGrid as="ul" columns={{ base: 1, sm: 2, xl: 3, '2xl': 5 }} gap="3" mb="6">
        {cardsFor(roles, onSite).map((card) => (
          <li key={card.path}>
            <AreaCard card={card} />
          </li>
        ))}
      </SimpleGrid>
      <SiteStatus />
      <GettingStarted />
      <SimpleGrid columns={{ base: 1, md: 2, xl: 3 }} gap="4">
        {canReview(viewer) && <WaitingPanel />}
        {canCreate('page', viewer) && <DraftsPanel />}
        <ScheduledPanel />
        <ChangedPanel />
        <ReleasesPanel />
        <HealthPanel />
      </SimpleGrid>
    </>
  );
}

function AreaCard({ card: { title, description, path, icon: Icon } }: { card: Card }) {
  return (
    <LinkBox
      height="full"
      display="flex"
      gap="3"
      bg="bg.panel"
      borderWidth="1px"
      rounded="l3"
      px="4"
      py="3"
      transition="border-color 0.15s, box-shadow 0.15s"
      _hover={{ borderColor: 'border.emphasized', shadow: 'md' }}
    >
      <Flex align="center" justify="center" boxSize="8" flexShrink="0" rounded="l2" bg="ink.subtle" color="ink.fg">
        <Box as={Icon} boxSize="4.5" aria-hidden />
      </Flex>
      <Box minW="0">
        <Heading as="h2" size="sm" fontWeight="semibold">
          <LinkOverlay asChild>
            <Link to={path}>{title}</Link>
          </LinkOverlay>
        </Heading>
        <Text color="fg.muted" textStyle="xs">
          {description}
        </Text>
      </Box>
    </LinkBox>
  );
}

const looks = {
  idle: { icon: CircleCheck, color: 'fg.success' },
  building: { icon: LoaderCircle, color: 'fg.info' },
  failed: { icon: TriangleAlert, color: 'fg.error' },
  unreachable: { icon: TriangleAlert, color: 'fg.error' },
} as const;

/** The live release and problems, from the pipeline's status. Renders nothing before the first status. */
function SiteStatus() {
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
      <ChakraLink href={config.siteOrigin} target="_blank" rel="noopener" textStyle="sm" fontWeight="medium">
        View site <ExternalLink size={14} aria-hidden />
      </ChakraLink>
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
