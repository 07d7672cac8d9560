import { Box, Flex, Text } from '@chakra-ui/react';
import type { Icon } from '#icons';
import type { ReactNode } from 'react';

interface BannerProps {
  icon: Icon;
  tone: 'info' | 'waiting' | 'bad';
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

const looks = {
  info: { bg: 'bg.info', borderColor: 'ink.border', color: 'fg.info' },
  waiting: { bg: 'bg.warning', borderColor: 'brass.border', color: 'fg.warning' },
  bad: { bg: 'bg.error', borderColor: 'brick.border', color: 'fg.error' },
} as const;

/** A notice above an editor about the whole screen. */
export function Banner({ icon: Icon, tone, title, actions, children }: BannerProps) {
  const { color, ...ground } = looks[tone];
  return (
    <Flex
      role={tone === 'bad' ? 'alert' : 'status'}
      {...ground}
      borderWidth="1px"
      rounded="l3"
      px="4"
      py="3"
      mb="4"
      gap="3"
      align={{ base: 'stretch', md: 'center' }}
      direction={{ base: 'column', md: 'row' }}
    >
      <Flex gap="3" flex="1" minW="0">
        <Box as={Icon} boxSize="5" color={color} flexShrink="0" mt="0.5" aria-hidden />
        <Box minW="0">
          <Text fontWeight="semibold" textStyle="sm">
            {title}
          </Text>
          <Text as="div" textStyle="sm" color="fg.muted">
            {children}
          </Text>
        </Box>
      </Flex>
      {actions && (
        <Flex gap="2" wrap="wrap" flexShrink="0">
          {actions}
        </Flex>
      )}
    </Flex>
  );
}
