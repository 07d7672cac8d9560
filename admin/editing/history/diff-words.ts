import { diffWordsWithSpace } from 'diff';
import { diffLines } from '../conflict/diff-lines.ts';

export interface DiffPart {
  type: 'same' | 'added' | 'removed';
  text: string;
}

// Beyond this many changed words the shortest way from one text to the other takes seconds to find and tells nobody more.
const mostChanges = 1_000;

/** How `from` becomes `to`, word by word; texts with little in common line by line. */
export function diffWords(from: string, to: string): DiffPart[] {
  const parts = diffWordsWithSpace(from, to, { maxEditLength: mostChanges });
  if (!parts) return diffLines(from, to).map(({ type, text }) => ({ type, text: `${text}\n` }));
  return parts.map(({ value, added, removed }) => ({
    type: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

const around = 80;

/** The parts with only the beginning and end of long unchanged ones; null stands for what is left out. */
export function nearChanges(parts: readonly DiffPart[]): (DiffPart | null)[] {
  return parts.flatMap((part, index) => {
    const { type, text } = part;
    if (type !== 'same' || text.length <= 3 * around) return [part];
    const before = index === 0 ? '' : text.slice(0, around);
    const after = index === parts.length - 1 ? '' : text.slice(-around);
    return [{ type, text: before }, null, { type, text: after }].filter((shown) => shown?.text !== '');
  });
}
