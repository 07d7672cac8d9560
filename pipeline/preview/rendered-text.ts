import type { Savable } from '@frontage/model/kinds';
import { parseMarkdown } from '@frontage/model/markdown';
import type { PreviewAnswer } from '@frontage/model/preview';
import type { JsonObject } from '../sync/source.ts';

const texts: Partial<Record<Savable, { collection: string; field: string }>> = {
  page: { collection: 'pages', field: 'body' },
  section: { collection: 'sections', field: 'content' },
};

/** The edit mark of a document's Markdown text and the lines at which its blocks begin; null without such a text. */
export function renderedText(what: Savable, id: string, fields: JsonObject): PreviewAnswer['text'] {
  const source = texts[what] && fields[texts[what].field];
  if (!texts[what] || typeof source !== 'string') return null;
  const { collection, field } = texts[what];
  return { mark: `${collection}/${id}/${field}`, lines: parseMarkdown(source).lines() };
}
