import MarkdownIt, { type StateBlock } from 'markdown-it';

/**
 * Replaces the rules of the library that repeat their work at each level of nesting: a hundred nested quotes or images
 * multiply the time of a long text by a hundred. The texts mean the same, except images in images in images.
 */
export function replaceSlowRules(markdown: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  markdown.block.ruler.at('blockquote', quoteRule, { alt });
  const image = libraryImageRule();
  markdown.inline.ruler.at('image', (state, isTrial) => {
    if (isTrial) return image(state, isTrial);
    const env = state.env as Record<typeof depth, number | undefined>;
    const level = env[depth] ?? 0;
    if (level >= imageDepth) return false;
    env[depth] = level + 1;
    const isImage = image(state, isTrial);
    env[depth] = level;
    return isImage;
  });
}

const depth = Symbol('depth of images');

/**
 * The text of an image is parsed again for each image around it. More levels than these are text, as an alternative
 * text has no markup.
 */
const imageDepth = 3;

/** The library exports no rules: an instance without other rules has this one only. */
function libraryImageRule() {
  const { ruler } = new MarkdownIt().inline;
  ruler.enableOnly('image');
  const [rule] = ruler.getRules('');
  if (!rule) throw new Error('markdown-it has no rule for images');
  return rule;
}

const lazy = Symbol('lazy lines');

/** The marks of a line in the state of the parser: its start, and its indent with and without the quotes around it. */
interface LineMarks {
  line: number;
  start: number;
  shift: number;
  indent: number;
  before: number;
}

/**
 * A quote. A *lazy* line continues the paragraph in a quote without a mark: its indent is negative while the quote is
 * parsed. Quotes in a quote skip its lazy lines at once, so that each line is read as often as it has marks.
 */
function quoteRule(...[state, first, endLine, isTrial]: [StateBlock, number, number, boolean]): boolean {
  const indent = indentOf(state, first);
  if (indent - state.blkIndent >= 4 || !hasMark(state, first)) return false;
  if (isTrial) return true;

  const { lineMax, parentType, blkIndent } = state;
  const env = state.env as Record<typeof lazy, Map<number, number> | undefined>;
  // The ends of runs of lazy lines, by their first line.
  const runs = (env[lazy] ??= new Map<number, number>());
  const formerRuns: [start: number, end: number | undefined][] = [];
  const formerMarks: LineMarks[] = [];
  const rules = state.md.block.ruler.getRules('blockquote');
  state.parentType = 'blockquote';
  let run: number | null = null;
  let isEmpty = false;
  let line = first;
  while (line < endLine && !state.isEmpty(line)) {
    if (hasMark(state, line) && indentOf(state, line) >= blkIndent) {
      formerMarks.push(marksOf(state, line));
      isEmpty = removeMark(state, line);
      run = null;
      line += 1;
      continue;
    }
    if (isEmpty) break;
    const isLazy = indentOf(state, line) < 0;
    if (!isLazy) {
      const at = line;
      const isOther = rules.some((rule) => rule(state, at, endLine, true));
      if (!isOther || blkIndent !== 0) formerMarks.push(marksOf(state, line));
      if (isOther) {
        // Otherwise a paragraph would continue after the quote.
        state.lineMax = line;
        state.sCount[line] = indentOf(state, line) - blkIndent;
        break;
      }
      state.sCount[line] = -1;
    }
    const end: number = isLazy ? Math.min(runs.get(line) ?? line + 1, endLine) : line + 1;
    if (run === null) {
      run = line;
      formerRuns.push([run, runs.get(run)]);
    }
    runs.set(run, end);
    line = end;
  }

  state.blkIndent = 0;
  const open = state.push('blockquote_open', 'blockquote', 1);
  open.markup = '>';
  state.md.block.tokenize(state, first, line);
  open.map = [first, state.line];
  state.push('blockquote_close', 'blockquote', -1).markup = '>';

  Object.assign(state, { lineMax, parentType, blkIndent });
  for (const marks of formerMarks) restoreMarks(state, marks);
  for (const [start, end] of formerRuns) {
    if (end === undefined) runs.delete(start);
    else runs.set(start, end);
  }
  return true;
}

const indentOf = ({ sCount }: StateBlock, line: number): number => sCount[line] ?? 0;

const startOf = ({ bMarks, tShift }: StateBlock, line: number): number => (bMarks[line] ?? 0) + (tShift[line] ?? 0);

const hasMark = (state: StateBlock, line: number): boolean => state.src.charAt(startOf(state, line)) === '>';

const marksOf = (state: StateBlock, line: number): LineMarks => ({
  line,
  start: state.bMarks[line] ?? 0,
  shift: state.tShift[line] ?? 0,
  indent: state.sCount[line] ?? 0,
  before: state.bsCount[line] ?? 0,
});

function restoreMarks(state: StateBlock, { line, start, shift, indent, before }: LineMarks): void {
  state.bMarks[line] = start;
  state.tShift[line] = shift;
  state.sCount[line] = indent;
  state.bsCount[line] = before;
}

/** Removes the mark of a quote and the space after it from a line. Returns whether the rest of the line is empty. */
function removeMark(state: StateBlock, line: number): boolean {
  const { src } = state;
  const { indent, before } = marksOf(state, line);
  const end = state.eMarks[line] ?? 0;
  let at = startOf(state, line) + 1;
  const space = src.charAt(at);
  const hasSpace = space === ' ' || space === '\t';
  let column = indent + 1;
  // A tab is the space and, unless it ends there, the rest of its width.
  const isWide = space === '\t' && (before + column) % 4 !== 3;
  if (hasSpace && !isWide) {
    at += 1;
    column += 1;
  }
  state.bMarks[line] = at;
  let width = column;
  for (; at < end; at += 1) {
    const letter = src.charAt(at);
    if (letter === '\t') width += 4 - ((width + before + (isWide ? 1 : 0)) % 4);
    else if (letter === ' ') width += 1;
    else break;
  }
  state.bsCount[line] = indent + 1 + (hasSpace ? 1 : 0);
  state.sCount[line] = width - column;
  state.tShift[line] = at - (state.bMarks[line] ?? 0);
  return at >= end;
}
