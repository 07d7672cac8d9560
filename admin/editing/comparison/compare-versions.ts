import { isSameValue, type Values } from '../conflict/compare-fields.ts';
import { valueWords, type FieldWords } from '../conflict/field-words.ts';

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
