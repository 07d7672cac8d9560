import { Flex, Spinner, Text } from '@chakra-ui/react';
import type { Kind } from '@frontage/model/kinds';
import { describeLive, describeProblems } from './live-state.ts';
import { useLiveState } from './live.queries.ts';

/** In a list: whether a change made in this session has reached visitors. Nothing for documents left alone. */
export function LiveMark({ kind, id }: { kind: Kind; id: string }) {
  const live = useLiveState(kind, id);
  if (!live || live.type === 'not-published') return null;
  const isFailed = live.type === 'failed';
  return (
    <Flex role="status" gap="1.5" align="center" textStyle="xs" color={isFailed ? 'fg.error' : 'fg.muted'}>
      {live.type === 'publishing' && <Spinner size="xs" aria-hidden />}
      <Text as="span" fontWeight="medium" title={isFailed ? describeProblems(live.problems) : undefined}>
        {isFailed ? `${describeLive(live)}. ${describeProblems(live.problems)}` : describeLive(live)}
      </Text>
    </Flex>
  );
}
