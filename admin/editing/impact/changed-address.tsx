import { chakra, Flex, Text } from '@chakra-ui/react';
import { changeWords } from '@frontage/model/impact';
import type { PlannedChange } from '@frontage/model/preview';
import { Badge } from '../../ui/badge.tsx';

const tones = { removed: 'bad', added: 'good', changed: 'info' } as const;

/** An address, its change, and the reason. */
export function ChangedAddress({ change: changed }: { change: PlannedChange }) {
  const { path, change, to, reason } = changed;
  return (
    <>
      <Flex gap="2" align="baseline">
        <chakra.span textStyle="sm" fontWeight="medium" overflowWrap="anywhere" flex="1">
          {path}
        </chakra.span>
        <Badge tone={to == null ? tones[change] : 'info'}>{changeWords(changed)}</Badge>
      </Flex>
      <Text textStyle="sm" color="fg.muted">
        {reason}
      </Text>
    </>
  );
}
