import { Box, Button } from '@chakra-ui/react';
import { CalendarClock } from '#icons';
import type { ReactNode } from 'react';

/** The section of an editor with its schedules. */
export const ScheduleSection = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box as="section" aria-label={label} borderTopWidth="1px" pt="4">
    {children}
  </Box>
);

/** The button that opens the schedule. Disabled without `onClick`, to reserve its space while the data loads. */
export const ScheduleButton = ({ label, onClick }: { label: string; onClick?: () => void }) => (
  <Button size="sm" variant="outline" colorPalette="gray" disabled={onClick === undefined} onClick={onClick}>
    <CalendarClock />
    {label}
  </Button>
);
