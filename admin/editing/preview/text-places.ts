/**
 * Where a text's blocks begin in its source (`lines`, from 0) leads from a line, with the share of it that is above, to a
 * place among the blocks, and back. `end` is the number of lines.
 */
export interface TextPlaces {
  /** The place of a line. */
  at(line: number): number;
  /** The line of a place. */
  line(at: number): number;
}

export function textPlaces(lines: readonly number[], end: number): TextPlaces {
  // What was typed since may have taken lines away.
  const start = (block: number): number => Math.min(end, lines[block] ?? end);
  return {
    at: (line) => {
      const next = lines.findIndex((first) => first > line);
      const block = next === -1 ? lines.length - 1 : next - 1;
      if (block < 0) return 0;
      const length = start(block + 1) - start(block);
      return block + (length > 0 ? Math.min(1, (line - start(block)) / length) : 0);
    },
    line: (at) => {
      const block = Math.floor(at);
      return start(block) + (start(block + 1) - start(block)) * (at - block);
    },
  };
}
