import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { diffWords, nearChanges } from './diff-words.ts';

/** A text as it was and as it is, in one: what came and what went is marked, and long unchanged parts are left out. */
export function ChangedWords({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => nearChanges(diffWords(before, after)), [before, after]);
  return parts.map((part, index) => {
    if (part === null) return <chakra.span key={index} color="fg.muted" aria-hidden>{` ⋯ `}</chakra.span>;
    if (part.type === 'same') return <span key={index}>{part.text}</span>;
    const isAdded = part.type === 'added';
    return (
      <chakra.span
        key={index}
        as={isAdded ? 'ins' : 'del'}
        rounded="sm"
        bg={isAdded ? 'bg.success' : 'bg.error'}
        textDecoration={isAdded ? 'underline' : 'line-through'}
      >
        {part.text}
      </chakra.span>
    );
  });
}
