import { Badge as ChakraBadge, Box, Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { CircleAlert, type Icon, Info } from '#icons';

const palettes = { good: 'moss', waiting: 'brass', bad: 'brick', info: 'ink', quiet: 'gray' } as const;

export type Tone = keyof typeof palettes;

/** A short state beside a name. The text carries the meaning; the tone only supports it. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <ChakraBadge colorPalette={palettes[tone]} variant="subtle" size="sm" rounded="full" px="2.5" fontWeight="semibold">
      {children}
    </ChakraBadge>
  );
}

/** 'Published' or 'Draft', as pages and demos show it. */
export function PublishedBadge({ isPublished }: { isPublished: boolean }) {
  return isPublished ? <Badge tone="good">Published</Badge> : <Badge tone="waiting">Draft</Badge>;
}

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

interface BannerProps {
  icon: Icon;
  tone: 'info' | 'waiting' | 'bad';
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

const bannerLooks = {
  info: { bg: 'bg.info', borderColor: 'ink.border', color: 'fg.info' },
  waiting: { bg: 'bg.warning', borderColor: 'brass.border', color: 'fg.warning' },
  bad: { bg: 'bg.error', borderColor: 'brick.border', color: 'fg.error' },
} as const;

/** A notice above an editor about the whole screen. */
export function Banner({ icon: Icon, tone, title, actions, children }: BannerProps) {
  const { color, ...ground } = bannerLooks[tone];
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
