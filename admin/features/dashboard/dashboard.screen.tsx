import { Box, Flex, Heading, LinkBox, LinkOverlay, SimpleGrid, Text } from '@chakra-ui/react';
import { ArrowRight } from '#icons';
import { Link } from 'react-router';
import { useStaff } from '../../lib/session.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { cardsFor, type Card } from './cards.ts';
import { GettingStarted } from './getting-started.tsx';
import { ReviewQueue } from './review-queue.tsx';
import { SiteStatus } from './site-status.tsx';

export function Component() {
  const { roles } = useStaff();
  return (
    <>
      <PageHeader title="Dashboard" description="The status of the site and links to its content." />
      <SiteStatus />
      <ReviewQueue />
      <SimpleGrid as="ul" columns={{ base: 1, sm: 2, xl: 3 }} gap="4" mb="8">
        {cardsFor(roles).map((card) => (
          <li key={card.path}>
            <AreaCard card={card} />
          </li>
        ))}
      </SimpleGrid>
      <GettingStarted />
    </>
  );
}

function AreaCard({ card: { title, description, path, icon: Icon } }: { card: Card }) {
  return (
    <LinkBox
      height="full"
      bg="bg.panel"
      borderWidth="1px"
      rounded="l3"
      p="5"
      transition="border-color 0.15s, box-shadow 0.15s"
      _hover={{ borderColor: 'border.emphasized', shadow: 'md' }}
      css={{ '&:hover [data-arrow]': { translate: '3px 0', opacity: 1 } }}
    >
      <Flex align="center" justify="space-between" mb="4">
        <Flex align="center" justify="center" boxSize="10" rounded="l2" bg="ink.subtle" color="ink.fg">
          <Box as={Icon} boxSize="5" aria-hidden />
        </Flex>
        <Box
          as={ArrowRight}
          data-arrow=""
          boxSize="4"
          color="fg.muted"
          opacity="0.5"
          transition="all 0.15s"
          aria-hidden
        />
      </Flex>
      <Heading as="h2" size="md" fontWeight="semibold">
        <LinkOverlay asChild>
          <Link to={path}>{title}</Link>
        </LinkOverlay>
      </Heading>
      <Text color="fg.muted" textStyle="sm" mt="1">
        {description}
      </Text>
    </LinkBox>
  );
}
