import { Box, Button } from '@chakra-ui/react';
import { CalendarClock } from '#icons';
import type { ReactNode } from 'react';

/** The part of an editor in which its times stand. */
export const ScheduleSection = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box as="section" aria-label={label} borderTopWidth="1px" pt="4">
    {children}
  </Box>
);

/** What opens it; without `onClick` while that is not known yet: its place is kept, so that nothing moves when it is. */
export const ScheduleButton = ({ label, onClick }: { label: string; onClick?: () => void }) => (
  <Button size="sm" variant="outline" colorPalette="gray" disabled={onClick === undefined} onClick={onClick}>
    <CalendarClock />
    {label}
  </Button>
);
