import { isSameValue, type Values } from '../conflict/compare-fields.ts';
import { valueWords, type FieldWords } from '../conflict/field-words.ts';

/** A field of two versions in words; one that is empty reads ''. */
export interface ComparedField {
  field: string;
  label: string;
  before: string;
  after: string;
}

export interface ComparedVersions {
  changed: ComparedField[];
  /** Those that hold something. */
  same: ComparedField[];
}

/** Two versions field by field, in the order of the form. */
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
