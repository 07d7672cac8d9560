import { excerpt } from '../excerpt.ts';
import { parseMarkdown } from '../markdown.ts';
import { kindOf, kinds, type Kind } from '../kinds/kinds.ts';
import { limits } from '../limits.ts';
import { readFields } from '../fields.ts';
import { type KeptCollection, keptFields, listedFields, type SummarizedCollection, type Summary } from './listed.ts';

/** The field from which a list shows an excerpt, and the excerpt's length in characters. */
const excerpts: Partial<Record<Kind, { field: string; length: number }>> = {
  page: { field: 'body', length: limits.bodyPreview },
  section: { field: 'content', length: limits.contentPreview },
};

/**
 * Creates the summary of a stored document, plain JSON. Content fields with the value of a new document are omitted.
 */
export function summarize(collection: SummarizedCollection, data: Readonly<Record<string, unknown>>): Summary {
  const kind = kindOf(collection);
  if (kind === null) {
    return Object.fromEntries(keptFields[collection as KeptCollection].map((field) => [field, data[field]]));
  }
  const { fields, problems } = readFields(kinds[kind], data);
  const { fallback } = kinds[kind];
  const kept = listedFields[kind].filter((field) => fields[field] !== fallback[field] && fields[field] !== null);
  const start = excerptText(kind, fields);
  return {
    ...Object.fromEntries(kept.map((field) => [field, listedValue(field, fields[field])])),
    ...(start !== '' && { excerpt: start }),
    ...(problems.length > 0 && { problems }),
  };
}

const listedValue = (field: string, value: unknown): unknown =>
  field === 'meta_description' && typeof value === 'string' ? excerpt(value, limits.metaDescriptionPreview) : value;

/** The start of a document's text without markup; empty for kinds without an excerpt. */
export function excerptText(kind: Kind, fields: Readonly<Record<string, unknown>>): string {
  const { field = '', length = 0 } = excerpts[kind] ?? {};
  const text = fields[field];
  if (typeof text !== 'string') return '';
  // A part of a long text is enough for an excerpt.
  return excerpt(parseMarkdown(text.slice(0, 1_000 + 4 * length), true).words(), length);
}
