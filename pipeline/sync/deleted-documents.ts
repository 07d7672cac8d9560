import type { ContentState } from './content-state.ts';
import type { SourceDocument, SourceRead } from './source.ts';

/** Extends a full read with the stored documents that it did not find, as missing documents. */
export function addDeletedDocuments(content: ContentState, { documents, at }: SourceRead): SourceRead {
  const found = new Set(documents.map(({ path }) => path));
  return { documents: [...documents, ...missingDocuments(content, found, at)], at };
}

/** The stored documents that a full read did not find, as missing documents. */
export const missingDocuments = (
  { documents }: ContentState,
  found: ReadonlySet<string>,
  at: string,
): SourceDocument[] =>
  [...documents.keys()].flatMap((path) => (found.has(path) ? [] : [{ path, data: null, time: at }]));
