import { Box } from '@chakra-ui/react';

const maxNames = 8;

/** The names affected by a question, one per line; shortened if there are many. */
export function NameList({ names }: { names: readonly string[] }) {
  const left = names.length - maxNames;
  const shown = left > 1 ? [...names.slice(0, maxNames), `and ${left} more`] : names;
  return (
    <Box as="ul" listStyleType="disc" ps="5" mt="2">
      {shown.map((name, index) => (
        <Box as="li" key={`${index} ${name}`} overflowWrap="anywhere">
          {name}
        </Box>
      ))}
    </Box>
  );
}
