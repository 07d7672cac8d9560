import { Text } from '@chakra-ui/react';
import type { Lack } from '../editor.ts';

/** What a draft lacks before it can be published. */
export function Lacks({ lacks, labels }: { lacks: readonly Lack[]; labels: Readonly<Record<string, string>> }) {
  if (lacks.length === 0) return null;
  const named = lacks.map(({ field, message }) => {
    const label = labels[field] ?? field;
    return message.startsWith(label) ? message : `${label}: ${message}`;
  });
  return (
    <Text textStyle="sm" color="fg.warning" ps="7">
      {`Before it can be published: ${named.join('. ')}.`}
    </Text>
  );
}
