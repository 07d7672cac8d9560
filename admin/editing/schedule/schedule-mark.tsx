import { chakra, Text } from '@chakra-ui/react';
import type { Kind } from '@frontage/model/kinds';
import type { Schedule, ScheduleAction } from '@frontage/model/schedule';
import { Badge } from '../../ui/badge.tsx';
import { timeText } from './local-time.ts';
import { useListedSchedules } from './schedules.queries.ts';

const words: Record<ScheduleAction, string> = {
  publish: 'goes live',
  publish_draft: 'changes go live',
  unpublish: 'leaves the site',
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
export function ScheduleMark({ kind, id }: { kind: Kind; id: string }) {
  const schedules = useListedSchedules(kind, id);
  const next = nextOf(schedules);
  if (!next) return null;
  return (
    <>
      <ScheduleBadge schedules={schedules} />
      <Text as="span" textStyle="xs" color="fg.muted" aria-hidden>
        {next.text}
      </Text>
    </>
  );
}

/** The first failed schedule, or the earliest pending one; null for an empty list. */
function nextOf(schedules: readonly Schedule[]): { isFailed: boolean; text: string } | null {
  const next = schedules.find(({ state }) => state === 'failed') ?? schedules[0];
  return next ? { isFailed: next.state === 'failed', text: `${words[next.action]} ${timeText(next.at)}` } : null;
}
