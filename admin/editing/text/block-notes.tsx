import { Box, chakra, Text } from '@chakra-ui/react';
import { blockDefinition, parseDirective } from '@frontage/model/blocks';
import { counted } from '@frontage/model/dates';
import { textProblems } from '@frontage/model/markdown';
import { useMemo } from 'react';
import { Note } from '../../ui/note.tsx';

interface BlockNotesProps {
  text: string;
  /** Whether the editor shows the lines of the Markdown text. */
  hasLines: boolean;
  /** Moves focus to the block at a line, from 0. */
  onShow: (line: number) => void;
}

/** The list of mistakes in the blocks of a text. Each leads to its block. It never prevents publishing. */
export default function BlockNotes({ text, hasLines, onShow }: BlockNotesProps) {
  const problems = useMemo(() => textProblems(text), [text]);
  const lines = useMemo(() => text.split(/\r\n?|\n/), [text]);
  const placeOf = ({ line, block }: { line: number; block: string }): string => {
    const label = blockDefinition(block)?.label ?? block;
    if (hasLines) return `Line ${line + 1}, ${label}`;
    const isSame = (other: string) => parseDirective(other)?.name === block;
    const title = parseDirective(lines[line] ?? '')?.text;
    if (title) return `${label} “${title}”`;
    // Without a title, its number among the blocks of its kind.
    const total = lines.filter(isSame).length;
    return total > 1 ? `${label} ${lines.slice(0, line + 1).filter(isSame).length}` : label;
  };
  return (
    <Box role="status" mt="1.5" _empty={{ display: 'none' }}>
      {problems.length > 0 && (
        <Note kind="warning">
          <Text fontWeight="medium">{`${counted(problems.length, 'mistake')} in blocks`}</Text>
          <chakra.ul listStyleType="none" aria-label="Mistakes in blocks" maxH="12rem" overflowY="auto">
            {problems.map(({ line, block, message, severity }, index) => (
              <li key={`${line} ${index}`}>
                <chakra.button
                  type="button"
                  textAlign="start"
                  cursor="pointer"
                  textDecoration="underline"
                  textUnderlineOffset="3px"
                  overflowWrap="anywhere"
                  onClick={() => onShow(line)}
                >
                  {`${placeOf({ line, block })}: ${message}.`}
                </chakra.button>
                {severity === 'error' && ' Visitors see the Markdown of the block.'}
              </li>
            ))}
          </chakra.ul>
        </Note>
      )}
    </Box>
  );
}
