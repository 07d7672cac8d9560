import { Box, Flex } from '@chakra-ui/react';
import { CircleAlert, Info, type Icon } from '#icons';
import type { ReactNode } from 'react';

const looks = {
  info: { icon: Info, bg: 'bg.info', color: 'fg.info', border: 'border.info' },
  warning: { icon: CircleAlert, bg: 'bg.warning', color: 'fg.warning', border: 'border.warning' },
  problem: { icon: CircleAlert, bg: 'bg.error', color: 'fg.error', border: 'border.error' },
} as const satisfies Record<string, { icon: Icon; bg: string; color: string; border: string }>;

/** A permanent hint on a screen, unlike a notice. */
export function Note({ kind, children }: { kind: keyof typeof looks; children: ReactNode }) {
  const { icon: Icon, bg, color, border } = looks[kind];
  return (
    <Flex
      role={kind === 'problem' ? 'alert' : 'note'}
      gap="3"
      bg={bg}
      borderStartWidth="3px"
      borderColor={border}
      rounded="l2"
      px="4"
      py="3"
      textStyle="sm"
    >
      <Box as={Icon} boxSize="4.5" color={color} flexShrink="0" mt="0.5" aria-hidden />
      <Box flex="1" minW="0">
        {children}
      </Box>
    </Flex>
  );
}
