import { Box, Heading, Text, type BoxProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A raised surface on the page; with a title it is a named section. */
export function Panel({
  title,
  description,
  children,
  ...box
}: Omit<BoxProps, 'title'> & { title?: string; description?: ReactNode }) {
  return (
    <Box
      as="section"
      bg="bg.panel"
      borderWidth="1px"
      rounded="l3"
      p={{ base: '4', md: '6' }}
      {...(title === undefined ? {} : { 'aria-label': title })}
      {...box}
    >
      {title !== undefined && (
        <Box mb="4">
          <Heading as="h2" size="lg" fontWeight="semibold" letterSpacing="-0.01em">
            {title}
          </Heading>
          {description && (
            <Text color="fg.muted" textStyle="sm" mt="0.5">
              {description}
            </Text>
          )}
        </Box>
      )}
      {children}
    </Box>
  );
}
