import { Flex, Spinner, Text } from '@chakra-ui/react';
import type { Kind } from '@frontage/model/kinds';
import { describeLive, describeProblems } from './live-state.ts';
import { useListedLiveState } from './live.queries.ts';

/**
 * In a list: whether a change of this session has reached visitors, and failed publications of any user. Renders
 * nothing for documents that are unchanged and published.
 */
export function LiveMark({ kind, id }: { kind: Kind; id: string }) {
  const live = useListedLiveState(kind, id);
  if (!live || live.type === 'not-published') return null;
  const isFailed = live.type === 'failed';
  return (
    <Flex role="status" gap="1.5" align="center" textStyle="xs" color={isFailed ? 'fg.error' : 'fg.muted'}>
      {live.type === 'publishing' && <Spinner size="xs" aria-hidden />}
      <Text as="span" fontWeight="medium">
        {isFailed ? `${describeLive(live)}. ${describeProblems(live)}` : describeLive(live)}
      </Text>
    </Flex>
  );
}
