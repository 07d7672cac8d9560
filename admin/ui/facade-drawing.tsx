import { chakra } from '@chakra-ui/react';

const columns = [0, 1, 2, 3, 4];
const rows = [0, 1, 2, 3];
const lit = new Set(['1-0', '3-1', '0-2', '4-2', '2-1']);

const outline = (column: number, row: number) => {
  const x = 44 + column * 56;
  const y = 62 + row * 66;
  return `M${x} ${y + 42}v-28a14 14 0 0 1 28 0v28z`;
};

/** A house front with some windows lit; decoration. */
export function FacadeDrawing() {
  return (
    <chakra.svg viewBox="0 0 340 400" width="full" aria-hidden fill="none" strokeWidth="2" strokeLinejoin="round">
      <path d="M14 392V44L170 10l156 34v348" stroke="currentColor" opacity="0.55" />
      <path d="M2 392h336" stroke="currentColor" strokeLinecap="round" opacity="0.8" />
      {rows.map((row) => (
        <path key={row} d={`M14 ${112 + row * 66}h312`} stroke="currentColor" opacity="0.14" />
      ))}
      {rows.flatMap((row) =>
        columns.map((column) => {
          const isLit = lit.has(`${column}-${row}`);
          return (
            <chakra.path
              key={`${column}-${row}`}
              d={outline(column, row)}
              stroke={isLit ? 'brass.300' : 'currentColor'}
              fill={isLit ? 'brass.400' : 'none'}
              opacity={isLit ? 1 : 0.4}
            />
          );
        }),
      )}
      <chakra.path d="M146 392v-48a24 24 0 0 1 48 0v48z" fill="brass.400" stroke="brass.300" />
      <path d="M50 392v-40h56v40M234 392v-40h56v40" stroke="currentColor" opacity="0.4" />
    </chakra.svg>
  );
}
