import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { diffWords, omitUnchanged } from './differences.ts';

/**
 * Shows two versions of a text as one, with added and removed words marked. Long unchanged parts are collapsed until
 * pressed.
 */
export function ChangedWords({ before, after }: { before: string; after: string }) {
  const [isWhole, setWhole] = useState(false);
  const parts = useMemo(() => {
    const diff = diffWords(before, after);
    return isWhole ? diff : omitUnchanged(diff);
  }, [before, after, isWhole]);
  return parts.map((part, index) => {
    if (part === null) return <Folded key={index} onShow={() => setWhole(true)} />;
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

function Folded({ onShow }: { onShow: () => void }) {
  return (
    <chakra.button
      type="button"
      aria-label="Show the unchanged text"
      title="Show the unchanged text"
      onClick={onShow}
      mx="1"
      px="1.5"
      rounded="sm"
      color="fg.muted"
      bg="bg.muted"
      cursor="pointer"
      focusVisibleRing="outside"
    >
      ⋯
    </chakra.button>
  );
}
