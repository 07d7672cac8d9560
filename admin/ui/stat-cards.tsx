import { Box, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import type { Icon } from '#icons';

export interface Stat {
  label: string;
  value: number;
  icon: Icon;
}

/** The figures above a list. */
export function StatCards({ stats }: { stats: readonly Stat[] }) {
  return (
    <SimpleGrid as="dl" columns={{ base: 2, lg: 4 }} gap="3" mb="6">
      {stats.map(({ label, value, icon: Icon }) => (
        <Flex
          key={label}
          direction="column-reverse"
          justify="flex-end"
          bg="bg.panel"
          borderWidth="1px"
          rounded="l3"
          px="5"
          py="4"
        >
          <Flex as="dt" gap="2" align="center" color="fg.muted" textStyle="sm">
            <Box as={Icon} boxSize="4" aria-hidden />
            {label}
          </Flex>
          <Text as="dd" fontSize="2xl" fontWeight="semibold" fontVariantNumeric="tabular-nums" letterSpacing="-0.02em">
            {value}
          </Text>
        </Flex>
      ))}
    </SimpleGrid>
  );
}
