/** The labels of a form's fields and the display texts of their values. */
export interface FieldWords {
  labels: Readonly<Record<string, string>>;
  /** The display text of a value; undefined for the default text. */
  valueText?(field: string, value: unknown): string | undefined;
}

/** The display text of a field's value: '(empty)', 'On', 'Off' or the value as a string by default. */
export function valueWords(words: FieldWords, field: string, value: unknown): string {
  return words.valueText?.(field, value) ?? plainText(value);
}

function plainText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return String(value);
}
