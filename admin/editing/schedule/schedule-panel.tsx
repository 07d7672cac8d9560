import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { kinds, type Kind } from '@frontage/model/kinds';
import { invalid, notices } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { scheduleFailures, type Schedule, type ScheduleAction } from '@frontage/model/schedule';
import { CalendarClock, CircleX } from '#icons';
import { useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { fromLocalTime, timeText, timeZoneText, toLocalTime } from './local-time.ts';
import { useOrders, useSchedules } from './schedules.queries.ts';

const words = {
  publish: { label: 'Publish at', future: 'Goes live' },
  unpublish: { label: 'Unpublish at', future: 'Leaves the site' },
} as const satisfies Partial<Record<ScheduleAction, object>>;

type Action = keyof typeof words;

/** When a saved document is to be published and unpublished: one time for each. */
export default function SchedulePanel({ kind, id }: { kind: Kind; id: string }) {
  const query = useSchedules(kind, id);
  const [isOpen, setOpen] = useState(false);
  const schedules = query.data ?? [];
  const isShown = isOpen || schedules.length > 0;
  return (
    <Box as="section" aria-label="Schedule" borderTopWidth="1px" pt="4">
      {!isShown && (
        <Button
          size="sm"
          variant="outline"
          colorPalette="gray"
          disabled={query.isPending}
          onClick={() => setOpen(true)}
        >
          <CalendarClock />
          Schedule
        </Button>
      )}
      {isShown && (
        <Flex direction="column" gap="4">
          {(['publish', 'unpublish'] as const).map((action) => {
            const schedule = schedules.find((placed) => placed.action === action) ?? null;
            return (
              <Time
                key={`${action} ${schedule?.at ?? ''} ${schedule?.state ?? ''}`}
                {...{ kind, id, action, schedule }}
              />
            );
          })}
          <Text textStyle="xs" color="fg.muted">
            {`Times are in ${timeZoneText(new Date())}. `}
            <TextLink to={adminPaths.schedule}>All that is scheduled</TextLink>
          </Text>
        </Flex>
      )}
    </Box>
  );
}

interface TimeProps {
  kind: Kind;
  id: string;
  action: Action;
  schedule: Schedule | null;
}

function Time({ kind, id, action, schedule }: TimeProps) {
  const { place, remove } = useOrders();
  const notify = useNotify();
  const [entry, setEntry] = useState(schedule?.state === 'waiting' ? toLocalTime(schedule.at) : '');
  const [error, setError] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const { label, future } = words[action];
  const { collection } = kinds[kind];

  const run = async (order: () => Promise<void>, done: () => void) => {
    setRunning(true);
    try {
      await order();
      done();
    } catch (failure) {
      notify.failure(notices.scheduleFailed, failure);
    } finally {
      setRunning(false);
    }
  };
  const order = () => {
    const at = fromLocalTime(entry);
    if (at === null || at.getTime() <= Date.now()) {
      setError(invalid.timeToCome);
      return;
    }
    const description = `${future} on ${timeText(at.toISOString())}.`;
    void run(
      () => place({ collection, id, action, at }),
      () => notify.success({ ...notices.scheduled, description }),
    );
  };
  const takeBack = (placed: Schedule) => {
    const undo = () =>
      void run(
        () => place({ collection, id, action, at: new Date(placed.at) }),
        () => {},
      );
    const canUndo = placed.state === 'waiting';
    void run(
      () => remove(placed),
      () => notify.success(notices.unscheduled, canUndo ? { label: 'Undo', run: undo } : undefined),
    );
  };

  const theTime = <chakra.span srOnly>{` the time to ${action}`}</chakra.span>;
  return (
    <Box>
      {schedule?.state === 'failed' && <Failed schedule={schedule} />}
      <TextField
        label={label}
        error={error}
        input={{
          type: 'datetime-local',
          value: entry,
          onChange: (event) => {
            setEntry(event.currentTarget.value);
            setError(undefined);
          },
          // Enter would save the document.
          onKeyDown: (event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            order();
          },
        }}
      />
      <Flex gap="2" mt="2">
        <Button size="xs" variant="outline" disabled={isRunning} onClick={order}>
          {schedule ? 'Change' : 'Schedule'}
          {theTime}
        </Button>
        {schedule && (
          <Button size="xs" variant="ghost" colorPalette="gray" disabled={isRunning} onClick={() => takeBack(schedule)}>
            {schedule.state === 'failed' ? 'Dismiss' : 'Remove'}
            {theTime}
          </Button>
        )}
      </Flex>
    </Box>
  );
}

function Failed({ schedule: { at, action, reason } }: { schedule: Schedule }) {
  return (
    <Flex role="alert" gap="2" mb="2" color="fg.error" textStyle="sm">
      <Box as={CircleX} boxSize="5" flexShrink="0" aria-hidden />
      <Text>
        {`Not ${action === 'unpublish' ? 'unpublished' : 'published'} on ${timeText(at)}. ${reason === null ? '' : scheduleFailures[reason]}`}
      </Text>
    </Flex>
  );
}
