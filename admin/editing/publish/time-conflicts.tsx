import { Text } from '@chakra-ui/react';
import { launchActionLabel } from '@frontage/model/launch';
import type { conflictsAmong, TimedChange } from '@frontage/model/schedule';
import { timeText } from './local-time.ts';

const nameOf = ({ action, launch, at }: TimedChange): string =>
  `“${launchActionLabel(action)}” ${launch === null ? '' : `in the launch ${launch} `}on ${timeText(at)}`;

/** Which changes of a document will fail at their time, because an earlier one changes or deletes it. */
export const TimeConflicts = ({ conflicts }: { conflicts: ReturnType<typeof conflictsAmong> }) =>
  conflicts.map(({ change, earlier }) => (
    <Text key={`${change.action} ${change.launch ?? ''}`} role="status" textStyle="xs" color="fg.warning" mt="1">
      {`${nameOf(change)} will fail: ${nameOf(earlier)} ${earlier.action === 'delete' ? 'deletes' : 'changes'} it first. Change one of the times.`}
    </Text>
  ));
