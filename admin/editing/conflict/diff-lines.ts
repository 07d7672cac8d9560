export interface DiffLine {
  type: 'same' | 'added' | 'removed';
  text: string;
}

// Above this many cells the table of the longest common run would take seconds and hundreds of megabytes.
const largestTable = 4_000_000;

/** How `from` becomes `to`, line by line, unchanged lines included. Very long texts are shown as one replaced block. */
export function diffLines(from: string, to: string): DiffLine[] {
  const a = from.split('\n');
  const b = to.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;

  const same = (lines: string[]): DiffLine[] => lines.map((text) => ({ type: 'same', text }));
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))];
}

function diffMiddle(a: string[], b: string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ type: 'removed', text });
  const added = (text: string): DiffLine => ({ type: 'added', text });
  if (a.length === 0 || b.length === 0 || a.length * b.length > largestTable)
    return [...a.map(removed), ...b.map(added)];

  const common = commonLengths(a, b);
  const at = (i: number, j: number): number => common[i * (b.length + 1) + j] ?? 0;
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    if (left !== undefined && left === right) {
      lines.push({ type: 'same', text: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(left));
      i++;
    } else if (right !== undefined) {
      lines.push(added(right));
      j++;
    }
  }
  return lines;
}

/** Row-major table: cell (i, j) is how many lines `a` from i and `b` from j have in common, in order. */
function commonLengths(a: string[], b: string[]): Uint32Array {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const below = table[(i + 1) * width + j] ?? 0;
      const right = table[i * width + j + 1] ?? 0;
      const diagonal = table[(i + 1) * width + j + 1] ?? 0;
      table[i * width + j] = a[i] === b[j] ? diagonal + 1 : Math.max(below, right);
    }
  }
  return table;
}
