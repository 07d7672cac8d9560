import { Text } from '@chakra-ui/react';
import type { FieldProblem } from '../../lib/documents/parse-document.ts';

/** Says that a stored document breaks a rule, which keeps it off the site until somebody corrects it. */
export function ProblemNote({ problems }: { problems: readonly FieldProblem[] }) {
  if (problems.length === 0) return null;
  const reasons = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return (
    <Text textStyle="sm" color="fg.error" mt="1">
      {`Not on the site until corrected. ${reasons}`}
    </Text>
  );
}
