/** Something wrong in a rules source. `line` and `column` count from 1; `excerpt` is the line with a caret below it. */
export interface RulesIssue {
  line: number;
  column: number;
  message: string;
  excerpt: string;
}

/** Something wrong at an offset, before its line is known. */
export interface Problem {
  readonly offset: number;
  readonly message: string;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Line and column of offsets into one source. */
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
  // Tabs stay tabs, so that the caret stands below its character however wide a tab is shown.
  const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return { line, column, message: problem.message, excerpt: `${text}\n${indent}^` };
}
