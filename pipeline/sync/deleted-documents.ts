import type { ContentState } from './content-state.ts';
import type { SourceDocument, SourceRead } from './source.ts';

/** A full read with every document that is stored but was not found in it, as missing. */
export function addDeletedDocuments(content: ContentState, { documents, at }: SourceRead): SourceRead {
  const found = new Set(documents.map(({ path }) => path));
  return { documents: [...documents, ...missingFrom(content, found, at)], at };
}

/** The documents that are stored but were not found when everything was read. */
export const missingFrom = ({ documents }: ContentState, found: ReadonlySet<string>, at: string): SourceDocument[] =>
  [...documents.keys()].flatMap((path) => (found.has(path) ? [] : [{ path, data: null, time: at }]));
