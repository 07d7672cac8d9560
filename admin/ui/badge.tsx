import { Badge as ChakraBadge } from '@chakra-ui/react';
import type { ReactNode } from 'react';

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
