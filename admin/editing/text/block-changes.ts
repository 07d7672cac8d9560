import { changesBetween, newBudget } from '@frontage/model/text-changes';
import { type Fragment, Mark, type Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { commonEnds } from '../versions/compare-fields.ts';
import { schema } from './schema.ts';

/** The steps of one list of nodes to another, in order of the first. Indexes refer to the two lists. */
interface NodeChange {
  at: number;
  removed: number;
  added: number;
  to: number;
}

/**
 * The changes of a list of nodes. Nodes that were edited are a change of one node to one, so that only their differences
 * need to be replaced.
 */
export function nodeChanges(before: readonly Node[], after: readonly Node[]): NodeChange[] {
  const found = changesBetween(before.map(keyOf), after.map(keyOf), newBudget());
  const all = found ?? [{ at: 0, removed: before.length, added: after.map(keyOf) }];
  let shift = 0;
  return all.flatMap(({ at, removed, added }) => {
    const to = at + shift;
    shift += added.length - removed;
    return paired(before.slice(at, at + removed), after.slice(to, to + added.length)).map((change) => ({
      ...change,
      at: at + change.at,
      to: to + change.to,
    }));
  });
}

/** The content of a node as text; top-level blocks with different sources are equal. */
function keyOf(node: Node): string {
  const { origin: _, ...attrs } = node.attrs;
  return JSON.stringify([node.type.name, attrs, node.content.toJSON(), node.marks, node.text]);
}

// Above this, nodes are paired in their order.
const mostComparisons = 10_000;

/** Pairs the nodes of two lists that are versions of each other, in order, so that as much text as possible stays. */
function paired(before: readonly Node[], after: readonly Node[]): NodeChange[] {
  const rows = before.length;
  const columns = after.length;
  if (rows === 0 || columns === 0) return [{ at: 0, removed: rows, added: columns, to: 0 }];
  const isLarge = rows * columns > mostComparisons;
  const likeness = (row: number, column: number): number => {
    const [one, other] = [before[row], after[column]];
    if (!one || !other || (isLarge && row !== column)) return 0;
    return likenessOf(one, other);
  };
  const known = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => likeness(row, column)),
  );
  // The greatest likeness of the nodes from a row and a column on.
  const best = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    const line = best[row];
    for (let column = columns - 1; line && column >= 0; column -= 1) {
      const pair = (known[row]?.[column] ?? 0) + at(row + 1, column + 1);
      line[column] = Math.max(pair, at(row + 1, column), at(row, column + 1));
    }
  }
  const changes: NodeChange[] = [];
  let open: NodeChange | null = null;
  const other = (row: number, column: number): NodeChange => {
    if (!open) changes.push((open = { at: row, removed: 0, added: 0, to: column }));
    return open;
  };
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    const pair = known[row]?.[column] ?? 0;
    if (row < rows && column < columns && pair > 0 && at(row, column) === pair + at(row + 1, column + 1)) {
      changes.push({ at: row, removed: 1, added: 1, to: column });
      open = null;
      row += 1;
      column += 1;
    } else if (column >= columns || (row < rows && at(row, column) === at(row + 1, column))) {
      other(row, column).removed += 1;
      row += 1;
    } else {
      other(row, column).added += 1;
      column += 1;
    }
  }
  return changes;
}

/** How likely one node is a version of another: 0 if not, at most 2. */
function likenessOf(one: Node, other: Node): number {
  if (!canBecome(one, other)) return 0;
  const [a, b] = [one.textContent, other.textContent];
  const shorter = Math.min(a.length, b.length);
  if (shorter === 0) return a.length === b.length && one.type === other.type ? 0.5 : 0;
  const { from, end } = commonEnds(a, b);
  const share = (from + end) / Math.max(a.length, b.length);
  const isEdited = (from + end) / shorter > 0.5 || share > 0.2;
  return isEdited ? share + 0.1 : sharedWords(a, b);
}

/** The share of words that two texts have in common; 0 if they have few. */
function sharedWords(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => new Set(text.match(/[\p{L}\p{N}]+/gu)));
  if (!a || !b || a.size === 0 || b.size === 0) return 0;
  const share = [...a].filter((word) => b.has(word)).length / Math.max(a.size, b.size);
  return share > 0.3 ? share : 0;
}

const { paragraph, heading, bullet_list, ordered_list } = schema.nodes;

/** Whether steps inside a node can make it another one. */
function canBecome(one: Node, other: Node): boolean {
  if (one.type === other.type) return true;
  const kinds = [
    [paragraph, heading],
    [bullet_list, ordered_list],
  ];
  return kinds.some((kind) => kind.includes(one.type) && kind.includes(other.type));
}

/**
 * Turns the node at a position into another one with steps that are as small as the differences, so that the history of
 * the editor, its selection and its decorations stay in the rest.
 */
export function changeNode(tr: Transaction, pos: number, next: Node): void {
  const node = tr.doc.nodeAt(pos);
  if (!node) return;
  if (canBecome(node, next) && !node.isText) {
    try {
      changeInside(tr, pos, { node, next });
    } catch (error) {
      // A step that the schema refuses: the node is replaced instead.
      if (!(error instanceof RangeError) && !(error instanceof Error && error.name === 'TransformError')) throw error;
    }
    if (tr.doc.nodeAt(pos)?.eq(next)) return;
  }
  const changed = tr.doc.nodeAt(pos);
  if (changed) tr.replaceWith(pos, pos + changed.nodeSize, next);
}

function changeInside(tr: Transaction, pos: number, { node, next }: { node: Node; next: Node }): void {
  if (node.isTextblock) changeInline(tr, pos + 1, { node, next });
  else if (!node.isLeaf) changeChildren(tr, pos + 1, { node, next });
  if (node.type !== next.type) tr.setNodeMarkup(pos, next.type, next.attrs, next.marks);
  else {
    for (const [name, value] of Object.entries(next.attrs))
      if (JSON.stringify(node.attrs[name]) !== JSON.stringify(value)) tr.setNodeAttribute(pos, name, value);
  }
}

function changeChildren(tr: Transaction, start: number, { node, next }: { node: Node; next: Node }): void {
  const offsets: number[] = [];
  node.forEach((_, offset) => offsets.push(offset));
  const end = (index: number) => start + (offsets[index] ?? node.content.size);
  // From the end, so that the positions before a change stay.
  for (const { at, removed, added, to } of nodeChanges(node.children, next.children).toReversed()) {
    const child = removed === 1 && added === 1 ? next.children[to] : undefined;
    if (child) changeNode(tr, end(at), child);
    else tr.replaceWith(end(at), end(at + removed), next.children.slice(to, to + added));
  }
}

/** A word, a space, a mark or an inline node of a block of text. */
interface Piece {
  key: string;
  from: number;
}

function piecesOf(block: Node): Piece[] {
  const pieces: Piece[] = [];
  block.forEach((node, offset) => {
    if (!node.isText) {
      pieces.push({ key: keyOf(node.mark(Mark.none)), from: offset });
      return;
    }
    for (const { 0: word, index } of (node.text ?? '').matchAll(/[\p{L}\p{M}\p{N}_]+|[^]/gu))
      pieces.push({ key: `"${word}`, from: offset + index });
  });
  return pieces;
}

/** Replaces the words of a block of text that differ, then sets the marks of all. */
function changeInline(tr: Transaction, start: number, { node, next }: { node: Node; next: Node }): void {
  const [before, after] = [piecesOf(node), piecesOf(next)];
  const keys = (pieces: readonly Piece[]) => pieces.map(({ key }) => key);
  const changes = changesBetween(keys(before), keys(after), newBudget()) ?? [
    { at: 0, removed: before.length, added: keys(after) },
  ];
  let shift = changes.reduce((sum, { removed, added }) => sum + added.length - removed, 0);
  for (const { at, removed, added } of changes.toReversed()) {
    shift -= added.length - removed;
    const from = before[at]?.from ?? node.content.size;
    const freshFrom = after[at + shift]?.from ?? next.content.size;
    replacePart(tr, start + from, {
      old: node.content.cut(from, before[at + removed]?.from ?? node.content.size),
      fresh: next.content.cut(freshFrom, after[at + shift + added.length]?.from ?? next.content.size),
    });
  }
  next.forEach((child, offset) => {
    const range = { from: start + offset, to: start + offset + child.nodeSize };
    let isSame = true;
    tr.doc.nodesBetween(range.from, range.to, (part) => {
      if (part.isInline && !Mark.sameSet(part.marks, child.marks)) isSame = false;
    });
    if (isSame) return;
    tr.removeMark(range.from, range.to);
    for (const mark of child.marks) tr.addMark(range.from, range.to, mark);
  });
}

/** Replaces inline content, without the letters at both ends that stay. */
function replacePart(tr: Transaction, at: number, { old, fresh }: { old: Fragment; fresh: Fragment }): void {
  const { from, end } = commonEnds(lettersOf(old) ?? '', lettersOf(fresh) ?? '');
  tr.replaceWith(at + from, at + old.size - end, fresh.cut(from, fresh.size - end));
}

/** The letters of inline content; null if it has other nodes. */
const lettersOf = (content: Fragment): string | null => {
  let text: string | null = '';
  content.forEach((node) => {
    text = text === null || !node.isText ? null : text + (node.text ?? '');
  });
  return text;
};
