import { Box, Button, Flex, Kbd, Spinner, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, CircleDashed, PenLine, type Icon } from '#icons';
import type { LiveState } from '../live/live-state.ts';
import { describeProblems } from '../live/live-state.ts';
import { statusLine, type SaveStatus, type Tone } from './save-status.ts';

interface SaveBarProps {
  status: SaveStatus;
  isDirty: boolean;
  live: LiveState | null;
  /** False when this browser cannot keep unsaved text. */
  isKept: boolean;
  saveLabel: string;
  onSave: () => void;
  onCancel: () => void;
}

const looks: Record<Exclude<Tone, 'busy'>, { icon: Icon; color: string }> = {
  quiet: { icon: CircleDashed, color: 'fg.muted' },
  waiting: { icon: PenLine, color: 'fg.warning' },
  good: { icon: CircleCheck, color: 'fg.success' },
  bad: { icon: CircleAlert, color: 'fg.error' },
};

/** The foot of every editor: where the work stands, and the buttons that save or leave it. */
export function SaveBar({ status, isDirty, live, isKept, saveLabel, onSave, onCancel }: SaveBarProps) {
  const line = statusLine(status, { isDirty, live });
  const isSaving = status.type === 'saving';
  const showsProblems = status.type === 'saved' && !isDirty && live?.type === 'failed';
  return (
    <Flex
      data-save-bar=""
      position="sticky"
      bottom="0"
      zIndex="docked"
      mt="6"
      mx={{ base: '-4', md: '0' }}
      px={{ base: '4', md: '5' }}
      py="3"
      gap="3"
      align={{ base: 'stretch', md: 'center' }}
      direction={{ base: 'column', md: 'row' }}
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.emphasized"
      rounded={{ md: 'l3' }}
      mb={{ md: '4' }}
      shadow="md"
    >
      <Box flex="1" minW="0" role="status" aria-live="polite" data-save-status={line.tone}>
        <Flex gap="2" align="center" srOnly={{ base: line.tone === 'quiet', md: false }}>
          <StatusIcon tone={line.tone} />
          <Text textStyle="sm" fontWeight="medium">
            {line.text}
          </Text>
        </Flex>
        {showsProblems && (
          <Text textStyle="sm" color="fg.error" ps="7">
            {describeProblems(live)}
          </Text>
        )}
        {isDirty && !isKept && (
          <Text textStyle="sm" color="fg.error" ps="7">
            This browser has no room to keep unsaved text. Save soon.
          </Text>
        )}
      </Box>
      <Flex gap="2" justify="flex-end">
        {line.canRetry && (
          <Button variant="outline" onClick={onSave} flex={{ base: '1', md: 'none' }}>
            Try again
          </Button>
        )}
        <Button variant="outline" colorPalette="gray" onClick={onCancel} flex={{ base: '1', md: 'none' }}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving} loadingText={saveLabel} flex={{ base: '1', md: 'none' }}>
          {saveLabel}
          <Kbd size="sm" variant="plain" hideBelow="lg" aria-hidden color="inherit" opacity="0.8">
            {saveKeys}
          </Kbd>
        </Button>
      </Flex>
    </Flex>
  );
}

const saveKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘S' : 'Ctrl S';

function StatusIcon({ tone }: { tone: Tone }) {
  if (tone === 'busy') return <Spinner size="sm" color="colorPalette.solid" aria-hidden />;
  const { icon: Icon, color } = looks[tone];
  return <Box as={Icon} boxSize="5" color={color} flexShrink="0" aria-hidden />;
}
