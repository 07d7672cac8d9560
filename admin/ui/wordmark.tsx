import { chakra, Flex } from '@chakra-ui/react';

/** The product's name with its logo, a house front with a lit door. */
export function Wordmark({ onDark = false }: { onDark?: boolean }) {
  return (
    <Flex align="center" gap="2.5" color={onDark ? 'white' : 'fg'}>
      <chakra.svg viewBox="0 0 32 32" boxSize="7" aria-hidden fill="none" strokeWidth="2.4" strokeLinejoin="round">
        <path d="M7 25V12l9-6 9 6v13" stroke="currentColor" />
        <chakra.path d="M13 25v-7a3 3 0 0 1 6 0v7" fill="brass.400" />
        <path d="M4 25h24" stroke="currentColor" strokeLinecap="round" />
      </chakra.svg>
      <chakra.span fontWeight="bold" fontSize="lg" letterSpacing="-0.02em">
        Frontage
      </chakra.span>
    </Flex>
  );
}
