import { diffLines as linesOf, diffWordsWithSpace } from 'diff';

export interface DiffPart {
  type: 'same' | 'added' | 'removed';
  text: string;
}

// With more changes than this, the shortest edit takes seconds to find and is no easier to read.
const mostChanges = 1_000;

/** How `from` becomes `to`, word by word; long texts with little in common line by line, or as one replaced block. */
export function diffWords(from: string, to: string): DiffPart[] {
  const options = { maxEditLength: mostChanges };
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

const around = 80;

/** The parts with only the beginning and end of long unchanged ones; null stands for an omitted part. */
export function omitUnchanged(parts: readonly DiffPart[]): (DiffPart | null)[] {
  return parts.flatMap((part, index) => {
    const { type, text } = part;
    if (type !== 'same' || text.length <= 3 * around) return [part];
    const before = index === 0 ? '' : text.slice(0, around);
    const after = index === parts.length - 1 ? '' : text.slice(-around);
    return [{ type, text: before }, null, { type, text: after }].filter((shown) => shown?.text !== '');
  });
}
