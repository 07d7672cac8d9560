import { Box, chakra, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { diffLines, type DiffLine } from './diff-lines.ts';

const marks: Record<DiffLine['type'], { sign: string; spoken: string; bg: string }> = {
  same: { sign: ' ', spoken: '', bg: 'transparent' },
  added: { sign: '+', spoken: 'Mine: ', bg: 'bg.success' },
  removed: { sign: '−', spoken: 'Theirs: ', bg: 'bg.error' },
};

interface DiffViewProps {
  label: string;
  from: string;
  to: string;
  /** What the two texts are called where it is read out, if not theirs and mine. */
  sides?: Partial<Record<DiffLine['type'], string>>;
}

/** A long text's changed lines with a little of what stands around them: `−` only in theirs, `+` only in mine. */
export default function DiffView({ label, from, to, sides = {} }: DiffViewProps) {
  const lines = useMemo(() => nearChanges(diffLines(from, to), 2), [from, to]);
  return (
    <chakra.details mt="3">
      <chakra.summary cursor="pointer" textStyle="sm" fontWeight="medium">
        Compare line by line
      </chakra.summary>
      <Box
        mt="2"
        borderWidth="1px"
        rounded="l1"
        overflow="auto"
        maxH="18rem"
        tabIndex={0}
        role="region"
        aria-label={`Differences in ${label}`}
      >
        {lines.map((line, index) =>
          line === null ? (
            <Text key={index} px="2" color="fg.muted" aria-hidden>
              ⋯
            </Text>
          ) : (
            <Text
              key={index}
              as="pre"
              px="2"
              textStyle="xs"
              fontFamily="mono"
              whiteSpace="pre-wrap"
              overflowWrap="anywhere"
              bg={marks[line.type].bg}
            >
              <chakra.span aria-hidden>{`${marks[line.type].sign} `}</chakra.span>
              <chakra.span srOnly>{sides[line.type] ?? marks[line.type].spoken}</chakra.span>
              {line.text}
            </Text>
          ),
        )}
      </Box>
    </chakra.details>
  );
}

/** Only the changed lines and `around` lines beside them; null stands for what is left out. */
function nearChanges(lines: DiffLine[], around: number): (DiffLine | null)[] {
  const shown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some((near) => near.type !== 'same'),
  );
  return lines.flatMap((line, index) => {
    if (shown[index]) return [line];
    return index === 0 || shown[index - 1] ? [null] : [];
  });
}
