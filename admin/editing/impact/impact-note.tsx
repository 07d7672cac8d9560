import { Text } from '@chakra-ui/react';
import type { PlanRequest } from '@frontage/model/preview';
import { useImpact } from './impact.queries.ts';
import { withdrawalWords } from './impact-words.ts';

/** What becomes of the site when something is unpublished or deleted, inside the question; the answer does not wait for it. */
export function ImpactNote({ asked }: { asked: PlanRequest }) {
  const impact = useImpact(asked);
  return (
    <Text role="status" data-impact="">
      {impact.isPending && 'Looking up what this changes…'}
      {impact.isError && `What else this changes is not known. ${impact.error.message}`}
      {impact.data && withdrawalWords(impact.data)}
    </Text>
  );
}
