import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { texts } from '@frontage/model/messages';
import type { ReactNode } from 'react';
import { FacadeDrawing } from './facade-drawing.tsx';
import { Wordmark } from './wordmark.tsx';

interface FrontLayoutProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
}

/** The layout of sign-in screens: an illustration beside one narrow column. */
export function FrontLayout({ title, description, children }: FrontLayoutProps) {
  return (
    <Flex minH="100dvh" direction={{ base: 'column', lg: 'row' }}>
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
