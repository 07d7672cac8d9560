/** An error in a rules source. `line` and `column` count from 1; `excerpt` is the line with a caret below it. */
export interface RulesIssue {
  line: number;
  column: number;
  message: string;
  excerpt: string;
}

/** An error at an offset of a rules source. */
export interface Problem {
  readonly offset: number;
  readonly message: string;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Returns a function that converts offsets into a source to lines and columns. */
export function positions(source: string): (offset: number) => Position {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let line = starts.findLastIndex((start) => start <= offset);
    if (line < 0) line = 0;
    return { line: line + 1, column: Math.max(0, offset - (starts[line] ?? 0)) + 1 };
  };
}

export function issueAt(source: string, problem: Problem): RulesIssue {
  const { line, column } = positions(source)(problem.offset);
  const text = (source.split('\n', line).at(-1) ?? '').replace(/\r$/, '');
  // Tabs are kept, so that the caret is below its character for any tab width.
  const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return { line, column, message: problem.message, excerpt: `${text}\n${indent}^` };
}
