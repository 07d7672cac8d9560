import { Box, Button, chakra, Text } from '@chakra-ui/react';
import type { Kind } from '@frontage/model/kinds/kinds';
import type { Schedule, ScheduleAction } from '@frontage/model/schedule';
import type { ReactNode, Ref } from 'react';
import { CalendarClock } from '#icons';
import { Badge } from '../../ui/note.tsx';
import { timeText } from './local-time.ts';
import { useListedSchedules } from './schedules.queries.ts';

const words: Record<ScheduleAction, { future: string; failed: string }> = {
  publish: { future: 'goes live', failed: 'not published on' },
  publish_draft: { future: 'changes go live', failed: 'changes not published on' },
  unpublish: { future: 'leaves the site', failed: 'not unpublished on' },
};

/** The next schedule of a document as a badge; renders nothing for an empty list. */
export function ScheduleBadge({ schedules }: { schedules: readonly Schedule[] }) {
  const next = nextOf(schedules);
  if (!next) return null;
  return (
    <chakra.span display="inline-flex" title={next.text}>
      <Badge tone={next.isFailed ? 'bad' : 'info'}>
        {next.isFailed ? 'Schedule failed' : 'Scheduled'}
        <chakra.span srOnly>{`: ${next.text}`}</chakra.span>
      </Badge>
    </chakra.span>
  );
}

/** The next schedule of a document in a list, with its action and time. */
export function ScheduleMark({ kind, id, isCompact = false }: { kind: Kind; id: string; isCompact?: boolean }) {
  const schedules = useListedSchedules(kind, id);
  const next = nextOf(schedules);
  if (!next) return null;
  return (
    <>
      <ScheduleBadge schedules={schedules} />
      {!isCompact && (
        <Text as="span" textStyle="xs" color="fg.muted" aria-hidden>
          {next.text}
        </Text>
      )}
    </>
  );
}

/** The first failed schedule, or the earliest pending one; null for an empty list. */
function nextOf(schedules: readonly Schedule[]): { isFailed: boolean; text: string } | null {
  const next = schedules.find(({ state }) => state === 'failed') ?? schedules[0];
  if (!next) return null;
  const isFailed = next.state === 'failed';
  return { isFailed, text: `${words[next.action][isFailed ? 'failed' : 'future']} ${timeText(next.at)}` };
}

interface ScheduleSectionProps {
  label: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** The section of an editor with its schedules. */
export const ScheduleSection = ({ label, ref, children }: ScheduleSectionProps) => (
  <Box as="section" ref={ref} aria-label={label} borderTopWidth="1px" pt="4">
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
