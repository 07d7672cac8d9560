import { Text } from '@chakra-ui/react';
import type { PlanRequest } from '@frontage/model/preview';
import { useImpact } from './impact.queries.ts';
import { withdrawalWords } from './impact-words.ts';

/**
 * The effect of unpublishing or deleting on the site. The confirmation that contains this note does not wait for it.
 */
export function ImpactNote({ asked }: { asked: PlanRequest }) {
  const impact = useImpact(asked);
  return (
    <Text role="status" data-impact="">
      {impact.isPending && 'Checking the changes…'}
      {impact.isError && `The effect on other pages is unknown. ${impact.error.message}`}
      {impact.data && withdrawalWords(impact.data)}
    </Text>
  );
}
