import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { texts } from '@frontage/model/messages';
import type { ReactNode } from 'react';
import { Wordmark } from './wordmark.tsx';

interface FrontLayoutProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
}

/** The layout of sign-in screens: an illustration beside one narrow column. */
export function FrontLayout({ title, description, children }: FrontLayoutProps) {
  return (
    <Flex minH="100dvh" mb="var(--toasts-height, 0px)" direction={{ base: 'column', lg: 'row' }}>
      <title>{`${title} · Frontage`}</title>
      <Flex
        as="header"
        direction="column"
        justify="space-between"
        flex={{ lg: '1' }}
        maxW={{ lg: '44%' }}
        bg={{ base: 'ink.800', _dark: 'ink.950' }}
        color="white"
        px={{ base: '5', lg: '12' }}
        py={{ base: '5', lg: '10' }}
        overflow="hidden"
      >
        <Wordmark onDark />
        <Box hideBelow="lg" alignSelf="center" width="min(26rem, 80%)">
          <FacadeDrawing />
        </Box>
        <Text hideBelow="lg" color="ink.200">
          {texts.tagline}
        </Text>
      </Flex>
      <Flex as="main" flex="1" align={{ lg: 'center' }} justify="center" px="5" py={{ base: '10', lg: '12' }}>
        <Box width="full" maxW="23rem">
          <Heading as="h1" size="3xl" fontWeight="semibold" letterSpacing="-0.02em">
            {title}
          </Heading>
          {description && (
            <Text color="fg.muted" mt="1.5">
              {description}
            </Text>
          )}
          <Box mt="7">{children}</Box>
        </Box>
      </Flex>
    </Flex>
  );
}

const columns = [0, 1, 2, 3, 4];
const rows = [0, 1, 2, 3];
const lit = new Set(['1-0', '3-1', '0-2', '4-2', '2-1']);

const outline = (column: number, row: number) => {
  const x = 44 + column * 56;
  const y = 62 + row * 66;
  return `M${x} ${y + 42}v-28a14 14 0 0 1 28 0v28z`;
};

/** A house front with some windows lit; decoration. */
function FacadeDrawing() {
  return (
    <chakra.svg viewBox="0 0 340 400" width="full" aria-hidden fill="none" strokeWidth="2" strokeLinejoin="round">
      <path d="M14 392V44L170 10l156 34v348" stroke="currentColor" opacity="0.55" />
      <path d="M2 392h336" stroke="currentColor" strokeLinecap="round" opacity="0.8" />
      {rows.map((row) => (
        <path key={row} d={`M14 ${112 + row * 66}h312`} stroke="currentColor" opacity="0.14" />
      ))}
      {rows.flatMap((row) =>
        columns.map((column) => {
          const isLit = lit.has(`${column}-${row}`);
          return (
            <chakra.path
              key={`${column}-${row}`}
              d={outline(column, row)}
              stroke={isLit ? 'brass.300' : 'currentColor'}
              fill={isLit ? 'brass.400' : 'none'}
              opacity={isLit ? 1 : 0.4}
            />
          );
        }),
      )}
      <chakra.path d="M146 392v-48a24 24 0 0 1 48 0v48z" fill="brass.400" stroke="brass.300" />
      <path d="M50 392v-40h56v40M234 392v-40h56v40" stroke="currentColor" opacity="0.4" />
    </chakra.svg>
  );
}
