import { excerpt } from '../excerpt.ts';
import { parseMarkdown } from '../markdown.ts';
import type { Field } from '../kinds/field.ts';
import { currentFields, fieldsOfType, kindOf, kinds, type Kind } from '../kinds/kinds.ts';
import { readFields } from '../fields.ts';
import { isSame } from '../stored-values.ts';
import { type KeptCollection, keptFields, listedFields, type SummarizedCollection, type Summary } from './listed.ts';

/**
 * Creates the summary of a stored document, plain JSON. Content fields with the value of a new document are omitted.
 */
export function summarize(collection: SummarizedCollection, data: Readonly<Record<string, unknown>>): Summary {
  const kind = kindOf(collection);
  if (kind === null) {
    return Object.fromEntries(keptFields[collection as KeptCollection].map((field) => [field, data[field]]));
  }
  const { fields, problems } = readFields(kinds[kind], currentFields(kind, data));
  const { fallback } = kinds[kind];
  const kept = listedFields[kind].filter((field) => !isSame(fields[field], fallback[field]) && fields[field] !== null);
  const start = excerptText(kind, fields);
  return {
    ...Object.fromEntries(kept.map((field) => [field, shortened(fields[field], kinds[kind].fields[field])])),
    ...(start !== '' && { excerpt: start }),
    ...(problems.length > 0 && { problems }),
  };
}

const shortened = (value: unknown, { preview }: Pick<Field, 'preview'> = {}): unknown =>
  preview !== undefined && typeof value === 'string' ? excerpt(value, preview) : value;

/** The start of a document's Markdown without markup; empty for kinds without a preview of Markdown. */
function excerptText(kind: Kind, fields: Readonly<Record<string, unknown>>): string {
  const { collection, fields: described } = kinds[kind];
  const [name = ''] = fieldsOfType(collection, ['markdown']);
  const [text, length] = [fields[name], described[name]?.preview];
  if (typeof text !== 'string' || length === undefined) return '';
  // A part of a long text is enough for an excerpt.
  return excerpt(parseMarkdown(text.slice(0, 1_000 + 4 * length), true).words(), length);
}
