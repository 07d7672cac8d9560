import { diffLines as linesOf, diffWordsWithSpace } from 'diff';

export interface DiffPart {
  type: 'same' | 'added' | 'removed';
  text: string;
}

// With more changes than this, the shortest edit takes seconds to find and is no easier to read.
const maxChanges = 1_000;

/** The changes from `from` to `to` by words; for texts with too many changes by lines, or as one replaced block. */
export function diffWords(from: string, to: string): DiffPart[] {
  const options = { maxEditLength: maxChanges };
  const parts = diffWordsWithSpace(from, to, options) ?? linesOf(from, to, options) ?? replaced(from, to);
  return parts.map(({ value, added, removed }) => ({
    type: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

const replaced = (from: string, to: string) => [
  { value: from, removed: true, added: false },
  { value: to, removed: false, added: true },
];

/** Characters kept at each end of an omitted text. */
const contextLength = 80;

/** Shortens long unchanged parts to their beginning and end; null stands for the omitted text between them. */
export function omitUnchanged(parts: readonly DiffPart[]): (DiffPart | null)[] {
  return parts.flatMap((part, index) => {
    const { type, text } = part;
    if (type !== 'same' || text.length <= 3 * contextLength) return [part];
    const before = index === 0 ? '' : text.slice(0, contextLength);
    const after = index === parts.length - 1 ? '' : text.slice(-contextLength);
    return [{ type, text: before }, null, { type, text: after }].filter((shown) => shown?.text !== '');
  });
}
