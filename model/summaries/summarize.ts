import { excerpt } from '../excerpt.ts';
import { kindOf, kinds, type Kind } from '../kinds.ts';
import { limits } from '../limits.ts';
import { parseMarkdown } from '../markdown.ts';
import { readFields } from '../stored-fields.ts';
import { listedFields } from './listed.ts';
import { keptFields, type KeptCollection, type Summary, type SummarizedCollection } from './shards.ts';

/** The text that a list shows the beginning of, and how many characters of it. */
const excerpts: Partial<Record<Kind, { field: string; length: number }>> = {
  page: { field: 'body', length: limits.bodyPreview },
  section: { field: 'content', length: limits.contentPreview },
};

/** What a summary keeps of a document as it is stored, plain JSON: of content what is as in a new one is left out. */
export function summarize(collection: SummarizedCollection, data: Readonly<Record<string, unknown>>): Summary {
  const kind = kindOf(collection);
  if (kind === null) {
    return Object.fromEntries(keptFields[collection as KeptCollection].map((field) => [field, data[field]]));
  }
  const { fields, problems } = readFields(kinds[kind], data);
  const { fallback } = kinds[kind];
  const kept = listedFields[kind].filter((field) => fields[field] !== fallback[field] && fields[field] !== null);
  const beginning = beginningOf(kind, fields);
  return {
    ...Object.fromEntries(kept.map((field) => [field, shownOf(field, fields[field])])),
    ...(beginning !== '' && { excerpt: beginning }),
    ...(problems.length > 0 && { problems }),
  };
}

const shownOf = (field: string, value: unknown): unknown =>
  field === 'meta_description' && typeof value === 'string' ? excerpt(value, limits.metaDescriptionPreview) : value;

/** The beginning of a document's text as visitors read it, without its marks. */
function beginningOf(kind: Kind, fields: Readonly<Record<string, unknown>>): string {
  const { field = '', length = 0 } = excerpts[kind] ?? {};
  const text = fields[field];
  if (typeof text !== 'string') return '';
  // Enough source for an excerpt, however long the text is.
  return excerpt(parseMarkdown(text.slice(0, 1_000 + 4 * length)).words(), length);
}
