import { formatDate } from '@frontage/model/dates';
import { textsIn } from '@frontage/model/fields';
import { type Field, rowsIn } from '@frontage/model/kinds/field';
import { timeText } from './publish/local-time.ts';
import { isEmptyValue, plainText, type Values } from './versions/compare-fields.ts';

type TitleOf = (link: string) => string;

/**
 * The display text of a value of a kind's field: labels of choices, titles of linked documents, dates, times in the
 * browser's time zone, and rows with their labels. Undefined for the default text.
 */
export function fieldText(
  { type, to, options, row }: Partial<Pick<Field, 'type' | 'to' | 'options' | 'row'>>,
  value: unknown,
  titleOf: TitleOf = (link) => link,
): string | undefined {
  if (row !== undefined) return rowsText(row, value, titleOf);
  const texts = textsIn([value].flat()).filter((text) => text !== '');
  const [first] = texts;
  if (first === undefined) return undefined;
  if (to !== undefined) return texts.map(titleOf).join('\n');
  if (Array.isArray(value)) return texts.map((text) => options?.[text] ?? text).join(', ');
  if (options !== undefined) return options[first];
  if ((type !== 'date' && type !== 'time') || Number.isNaN(Date.parse(first))) return undefined;
  return type === 'date' ? formatDate(first) : timeText(first);
}

function rowsText(row: NonNullable<Field['row']>, value: unknown, titleOf: TitleOf): string | undefined {
  const rows = rowsIn(value);
  const lineOf = ([name, field]: [string, Field], values: Values) => {
    const held = values[name];
    return isEmptyValue(held) ? [] : `${field.label}: ${fieldText(field, held, titleOf) ?? plainText(held)}`;
  };
  const texts = rows.map((values, index) =>
    [`${index + 1}.`, ...Object.entries(row).flatMap((field) => lineOf(field, values))].join('\n'),
  );
  return rows.length === 0 ? undefined : texts.join('\n\n');
}
