import { diffLines as linesOf, diffWordsWithSpace } from 'diff';
import { type FieldWords, isSameValue, type Values, valueWords } from '../conflict/compare-fields.ts';

/** A field of two versions with its display texts; the text of an empty value is ''. */
export interface ComparedField {
  field: string;
  label: string;
  before: string;
  after: string;
}

export interface ComparedVersions {
  changed: ComparedField[];
  /** Unchanged fields that are not empty. */
  same: ComparedField[];
}

/**
 * Compares two versions by field, in the order of `words.labels`. Fields without a label or missing in `after` are
 * skipped.
 */
export function compareVersions(words: FieldWords, before: Values, after: Values): ComparedVersions {
  const textOf = (field: string, value: unknown) =>
    value === '' || value === null || value === undefined ? '' : valueWords(words, field, value);
  const fields = Object.keys(words.labels).filter((field) => field in after);
  const compared = fields.map((field) => ({
    field,
    label: words.labels[field] ?? field,
    before: textOf(field, before[field]),
    after: textOf(field, after[field]),
  }));
  const isSame = ({ field }: ComparedField) => isSameValue(before[field], after[field]);
  return {
    changed: compared.filter((field) => !isSame(field)),
    same: compared.filter((field) => isSame(field) && field.after !== ''),
  };
}

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
