import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export function SectionsFrame({ children }: { children: ReactNode }) {
  return (
    <Box as="ol" aria-label="Homepage sections" display="flex" flexDirection="column" gap="3" listStyle="none">
      {children}
    </Box>
  );
}
