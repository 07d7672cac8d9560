import { Text } from '@chakra-ui/react';
import { kinds, type Kind } from '@frontage/model/kinds';
import { fieldLabel } from '@frontage/model/field-labels';
import type { FieldProblem } from '@frontage/model/stored-fields';

/** A note that a stored document is invalid and stays off the site until it is corrected. */
export function ProblemNote({ kind, problems }: { kind: Kind; problems: readonly FieldProblem[] }) {
  if (problems.length === 0) return null;
  const reasons = problems
    .map(({ field, message }) => `${fieldLabel(kinds[kind].collection, field)}: ${message}`)
    .join('; ');
  return (
    <Text textStyle="sm" color="fg.error" mt="1">
      {`Not on the site until corrected. ${reasons}`}
    </Text>
  );
}
