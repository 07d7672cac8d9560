import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The container of notices between the bar and the fields. */
export function Banners({ children }: { children: ReactNode }) {
  return (
    <Box px={{ base: '4', md: '8' }} css={{ '&:not(:empty)': { paddingTop: '{spacing.4}' } }}>
      {children}
    </Box>
  );
}
