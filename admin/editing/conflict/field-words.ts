/** Names and values in words of a form's fields. */
export interface FieldWords {
  labels: Readonly<Record<string, string>>;
  /** How a value that is not plain text reads; undefined leaves it to the default. */
  valueText?(field: string, value: unknown): string | undefined;
}

/** The value of a field as people read it. */
export function valueWords(words: FieldWords, field: string, value: unknown): string {
  return words.valueText?.(field, value) ?? plainText(value);
}

function plainText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return String(value);
}
