import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { canUnpin } from '@frontage/model/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { History } from '#icons';
import type { ReactNode } from 'react';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { usePipelineState } from '../../lib/pipeline.ts';
import { useViewer } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';

/**
 * A notice that visitors see an earlier release, with the unpin action for users able to publish. Its live region is
 * always rendered.
 */
export default function PinnedNotice(): ReactNode {
  const viewer = useViewer();
  const { isUnpinning, unpin } = useUnpin();
  const { data: state } = usePipelineState({ every: isUnpinning ? 1_000 : 20_000 });
  const release = state?.pinned_to ? `release ${state.pinned_to}` : 'an earlier release';
  return (
    <Box role="status">
      {state?.pinned && (
        <Flex
          align="center"
          wrap="wrap"
          columnGap="3"
          rowGap="2"
          bg="brass.100"
          color="brass.900"
          px={{ base: '4', md: '8' }}
          py="2"
          textStyle="sm"
        >
          <Box as={History} boxSize="4.5" flexShrink="0" aria-hidden />
          <Text flex="1" minW="12rem">
            The site is pinned to {release}. New changes are on hold.
          </Text>
          {canUnpin(viewer) && (
            <Button
              size="sm"
              variant="outline"
              color="brass.900"
              borderColor="brass.900"
              focusRingColor="brass.900"
              _hover={{ bg: 'brass.200' }}
              disabled={isUnpinning}
              onClick={() => void unpin(release)}
            >
              {isUnpinning ? 'Unpinning…' : 'Unpin'}
            </Button>
          )}
        </Flex>
      )}
    </Box>
  );
}

function useUnpin() {
  const firebase = useFirebase();
  const confirm = useConfirm();
  const write = useWrite();
  const notify = useNotify();
  const client = useQueryClient();
  const { isRunning: isUnpinning, perform } = useAction();

  const unpin = async (release: string): Promise<void> => {
    const isSure = await confirm({
      title: 'Unpin the site?',
      description: `Visitors see ${release} now. They will see the newest content instead: everything that was published since then goes live at once.`,
      action: 'Unpin',
    });
    if (!isSure) return;
    await perform({ title: "Couldn't unpin the site" }, async () => {
      try {
        const { isDone } = await write(() => call(firebase, 'unpinSite', {}));
        notify.success(isDone ? unpinned : started);
      } finally {
        await client.invalidateQueries({ queryKey: ['pipeline-state'] });
      }
    });
  };
  return { isUnpinning, unpin };
}

const unpinned = { title: 'Site unpinned', description: 'Visitors see the newest content again.' };
const started = {
  title: 'Unpinning started',
  description: 'This notice disappears once visitors see the newest content.',
};
