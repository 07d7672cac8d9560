import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { collectionOf, type Savable } from '@frontage/model/kinds/kinds';
import { launchFailures } from '@frontage/model/launch';
import { invalid, notices } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import {
  scheduleActions,
  type ApprovedVersion,
  type Schedule,
  type ScheduleAction,
  conflictsAmong,
  timedChangesOf,
} from '@frontage/model/schedule';
import type { Base } from '@frontage/model/changes/document-writes';
import { CalendarClock, CircleX } from '#icons';
import { useRef, useState } from 'react';
import { TextLink } from '../../ui/links.tsx';
import { useScreenCommands } from '../../ui/screen-commands.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { useRevealPanel } from '../editor/panels.tsx';
import {
  isForOtherVersion,
  type ListedSchedule,
  useScheduleActions,
  useSchedules,
  useShownVersions,
} from './schedules.queries.ts';
import { enteredTime, timeText, timeZoneText } from './local-time.ts';
import { useOpenLaunches } from './launches.queries.ts';
import { TimeConflicts } from './time-conflicts.tsx';
import { TimeField } from './time-field.tsx';
import { ScheduleButton, ScheduleSection } from './schedule-mark.tsx';

const words: Record<ScheduleAction, { label: string; verb: string; future: string; past: string }> = {
  publish: { label: 'Publish at', verb: 'publish', future: 'Goes live', past: 'published' },
  publish_draft: {
    label: 'Publish changes at',
    verb: 'publish the changes',
    future: 'The changes go live',
    past: 'published',
  },
  unpublish: { label: 'Unpublish at', verb: 'unpublish', future: 'Unpublished', past: 'unpublished' },
};

interface SchedulePanelProps extends ListedSchedule {
  label: string;
  /** Creates a new document, which only then can be scheduled; null if it exists. */
  create: (() => Promise<Base | null>) | null;
  isPublished: boolean;
}

/** The schedule of a document, one time per action: publish it, publish its draft, unpublish it. */
export default function SchedulePanel({ label, create, isPublished, ...shown }: SchedulePanelProps) {
  const { kind, id, draft } = shown;
  const versions = useShownVersions(shown);
  const query = useSchedules(kind, id);
  const [isOpen, setOpen] = useState(false);
  const schedules = query.data ?? [];
  const launches = useOpenLaunches().data ?? [];
  const conflicts = conflictsAmong(timedChangesOf(`${collectionOf(kind)}/${id}`, { schedules, launches }), isPublished);
  const isShown = isOpen || schedules.length > 0;
  const isAvailable = kind !== 'setting' || draft !== null || schedules.length > 0;
  const section = useRef<HTMLElement>(null);
  const reveal = useRevealPanel();
  const open = () => {
    setOpen(true);
    reveal();
    // The fields exist after the next rendering.
    setTimeout(() => section.current?.querySelector<HTMLElement>('input')?.focus());
  };
  useScreenCommands(
    isAvailable && !query.isPending
      ? [{ label, icon: CalendarClock, keywords: 'publish unpublish later time date', run: open }]
      : [],
  );
  if (!isAvailable) return null;
  return (
    <ScheduleSection ref={section} label={label}>
      {!isShown && <ScheduleButton label={label} {...(!query.isPending && { onClick: () => setOpen(true) })} />}
      {isShown && (
        <Flex direction="column" gap="4">
          {(kind === 'setting' ? (['publish_draft'] as const) : scheduleActions).map((action) => {
            const schedule = schedules.find((placed) => placed.action === action) ?? null;
            if (action === 'publish_draft' && draft === null && schedule === null) return null;
            return (
              <Time
                key={`${action} ${schedule?.at ?? ''} ${schedule?.state ?? ''}`}
                {...{ kind, id, action, schedule, create }}
                version={versions?.[action]}
                isWithoutDraft={action === 'publish_draft' && draft === null}
              />
            );
          })}
          <TimeConflicts conflicts={conflicts} />
          <Text textStyle="xs" color="fg.muted">
            {`Times are in ${timeZoneText()}. `}
            <TextLink to={adminPaths.schedule}>All schedules</TextLink>
          </Text>
        </Flex>
      )}
    </ScheduleSection>
  );
}

interface TimeProps extends Pick<SchedulePanelProps, 'create'> {
  kind: Savable;
  id: string;
  action: ScheduleAction;
  schedule: Schedule | null;
  /** The version on the screen; undefined until its digest is computed. */
  version: ApprovedVersion | undefined;
  isWithoutDraft: boolean;
}

function Time({ kind, id, action, schedule, version, isWithoutDraft, create }: TimeProps) {
  const { place, remove } = useScheduleActions();
  const notify = useNotify();
  const [entered, setEntered] = useState(enteredTime(schedule?.state === 'waiting' ? schedule.at : null));
  const [error, setError] = useState<string>();
  const { isRunning, perform } = useAction();
  const { label, verb, future } = words[action];
  const collection = collectionOf(kind);
  const isMoved = schedule?.state === 'waiting' && version !== undefined && isForOtherVersion(schedule, version);

  const submit = () => {
    const { at } = entered;
    if (at === null || at.getTime() <= Date.now()) {
      setError(invalid.futureTime);
      return;
    }
    if (version === undefined) return;
    const description = `${future} on ${timeText(at.toISOString())}.`;
    const placeVersion = (approved: ApprovedVersion) =>
      perform(notices.scheduleFailed, async () => {
        await place({ collection, id, action, ...approved, at });
        notify.success({ ...notices.scheduled, description });
      });
    if (create === null) return void placeVersion(version);
    // A failed creation is reported by the editor.
    void create().then(
      (base) => base && placeVersion(action === 'publish' ? { ...version, document_rev: base.rev } : version),
    );
  };
  const removeSchedule = (placed: Schedule) => {
    const undo = () =>
      perform(notices.scheduleFailed, () =>
        place({ collection, id, action, ...versionIn(placed), at: new Date(placed.at) }),
      );
    const canUndo = placed.state === 'waiting' && !isMoved;
    void perform(notices.scheduleFailed, async () => {
      await remove(placed);
      notify.success(notices.unscheduled, canUndo ? { label: 'Undo', run: undo } : undefined);
    });
  };

  const timeLabel = <chakra.span srOnly>{` the time to ${verb}`}</chakra.span>;
  return (
    <Box>
      {schedule?.state === 'failed' && <Failed schedule={schedule} />}
      <TimeField
        label={label}
        error={error}
        value={entered}
        onChange={(value) => {
          setEntered(value);
          setError(undefined);
        }}
        onEnter={submit}
      />
      {isMoved && (
        <Text role="status" textStyle="xs" color="fg.warning" mt="1">
          {`${action === 'publish_draft' ? 'The draft' : 'This'} was changed after it was scheduled. Schedule it again, or it will not be published.`}
        </Text>
      )}
      <Flex gap="2" mt="2">
        <Button
          size="xs"
          variant="outline"
          disabled={isRunning || isWithoutDraft || version === undefined}
          onClick={submit}
        >
          {schedule ? 'Change' : 'Schedule'}
          {timeLabel}
        </Button>
        {schedule && (
          <Button
            size="xs"
            variant="ghost"
            colorPalette="gray"
            disabled={isRunning}
            onClick={() => removeSchedule(schedule)}
          >
            {schedule.state === 'failed' ? 'Dismiss' : 'Remove'}
            {timeLabel}
          </Button>
        )}
      </Flex>
    </Box>
  );
}

const versionIn = ({ document_rev, draft_rev, draft_digest }: Schedule): ApprovedVersion => ({
  document_rev,
  draft_rev,
  draft_digest,
});

function Failed({ schedule: { at, action, reason } }: { schedule: Schedule }) {
  return (
    <Flex role="alert" gap="2" mb="2" color="fg.error" textStyle="sm">
      <Box as={CircleX} boxSize="5" flexShrink="0" aria-hidden />
      <Text>{`Not ${words[action].past} on ${timeText(at)}. ${reason === null ? '' : launchFailures[reason]}`}</Text>
    </Flex>
  );
}
