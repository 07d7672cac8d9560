import { Box, chakra, Text } from '@chakra-ui/react';
import { blockDefinition } from '@frontage/model/blocks';
import { counted } from '@frontage/model/dates';
import { textProblems } from '@frontage/model/markdown';
import { useMemo } from 'react';
import { Note } from '../../ui/note.tsx';

interface BlockNotesProps {
  text: string;
  /** Moves focus to the block at a line, from 0. */
  onShow: (line: number) => void;
}

/** The list of mistakes in the blocks of a text. Each leads to its block. It never prevents publishing. */
export default function BlockNotes({ text, onShow }: BlockNotesProps) {
  const problems = useMemo(() => textProblems(text), [text]);
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
                  {`Line ${line + 1}, ${blockDefinition(block)?.label ?? block}: ${message}.`}
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
