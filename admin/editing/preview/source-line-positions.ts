/**
 * Maps lines of a text to positions among its rendered blocks, and back. `lines` are the first lines of the blocks,
 * from 0; `end` is the number of lines. A position is the index of a block plus the fraction of it above.
 */
export interface SourceLinePositions {
  /** The position of a line. */
  at(line: number): number;
  /** The line of a position. */
  line(at: number): number;
}

export function sourceLinePositions(lines: readonly number[], end: number): SourceLinePositions {
  // Lines may have been removed since the text was rendered.
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
