import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { collectionOf, type Savable } from '@frontage/model/kinds';
import { invalid, notices } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { scheduleActions, scheduleFailures, type Schedule, type ScheduleAction } from '@frontage/model/schedule';
import { CircleX } from '#icons';
import { useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { fromLocalTime, timeText, timeZoneText, toLocalTime } from './local-time.ts';
import { ScheduleButton, ScheduleSection } from './schedule-section.tsx';
import { useOrders, useSchedules } from './schedules.queries.ts';

const words: Record<ScheduleAction, { label: string; verb: string; future: string; past: string }> = {
  publish: { label: 'Publish at', verb: 'publish', future: 'Goes live', past: 'published' },
  publish_draft: {
    label: 'Publish changes at',
    verb: 'publish the changes',
    future: 'The changes go live',
    past: 'published',
  },
  unpublish: { label: 'Unpublish at', verb: 'unpublish', future: 'Leaves the site', past: 'unpublished' },
};

interface Scheduled {
  kind: Savable;
  id: string;
  /** The version of its draft as it stands; null where there is none. */
  draftRev: number | null;
}

/** When a saved document, and the draft of it, is to be published, and when it is unpublished: one time for each. */
export default function SchedulePanel({ label, ...scheduled }: Scheduled & { label: string }) {
  const { kind, id, draftRev } = scheduled;
  const query = useSchedules(kind, id);
  const [isOpen, setOpen] = useState(false);
  const schedules = query.data ?? [];
  const isShown = isOpen || schedules.length > 0;
  if (kind === 'setting' && draftRev === null && schedules.length === 0) return null;
  return (
    <ScheduleSection label={label}>
      {!isShown && <ScheduleButton label={label} {...(!query.isPending && { onClick: () => setOpen(true) })} />}
      {isShown && (
        <Flex direction="column" gap="4">
          {(kind === 'setting' ? (['publish_draft'] as const) : scheduleActions).map((action) => {
            const schedule = schedules.find((placed) => placed.action === action) ?? null;
            if (action === 'publish_draft' && draftRev === null && schedule === null) return null;
            return (
              <Time
                key={`${action} ${schedule?.at ?? ''} ${schedule?.state ?? ''}`}
                {...{ ...scheduled, action, schedule }}
              />
            );
          })}
          <Text textStyle="xs" color="fg.muted">
            {`Times are in ${timeZoneText(new Date())}. `}
            <TextLink to={adminPaths.schedule}>All that is scheduled</TextLink>
          </Text>
        </Flex>
      )}
    </ScheduleSection>
  );
}

interface TimeProps extends Scheduled {
  action: ScheduleAction;
  schedule: Schedule | null;
}

function Time({ kind, id, draftRev, action, schedule }: TimeProps) {
  const { place, remove } = useOrders();
  const notify = useNotify();
  const [entry, setEntry] = useState(schedule?.state === 'waiting' ? toLocalTime(schedule.at) : '');
  const [error, setError] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const { label, verb, future } = words[action];
  const collection = collectionOf(kind);
  const draft_rev = action === 'publish_draft' ? draftRev : null;
  const isWithoutDraft = action === 'publish_draft' && draftRev === null;
  const isMoved = schedule?.state === 'waiting' && schedule.draft_rev !== draft_rev;

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
      () => place({ collection, id, action, draft_rev, at }),
      () => notify.success({ ...notices.scheduled, description }),
    );
  };
  const takeBack = (placed: Schedule) => {
    const undo = () =>
      void run(
        () => place({ collection, id, action, draft_rev: placed.draft_rev, at: new Date(placed.at) }),
        () => {},
      );
    const canUndo = placed.state === 'waiting';
    void run(
      () => remove(placed),
      () => notify.success(notices.unscheduled, canUndo ? { label: 'Undo', run: undo } : undefined),
    );
  };

  const theTime = <chakra.span srOnly>{` the time to ${verb}`}</chakra.span>;
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
      {isMoved && (
        <Text role="status" textStyle="xs" color="fg.warning" mt="1">
          {`${scheduleFailures.draftMoved} Schedule it again, or nothing will be published.`}
        </Text>
      )}
      <Flex gap="2" mt="2">
        <Button size="xs" variant="outline" disabled={isRunning || isWithoutDraft} onClick={order}>
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
      <Text>{`Not ${words[action].past} on ${timeText(at)}. ${reason === null ? '' : scheduleFailures[reason]}`}</Text>
    </Flex>
  );
}
