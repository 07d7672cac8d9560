import { accessorOf } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import type { Document } from './value.ts';

/** An index of documents by the text in one field. */
export interface TextIndex {
  /** The documents whose field has this text. */
  documents(text: string): ReadonlySet<Document>;
  replace(before: Document | null, after: Document | null): void;
}

const none: ReadonlySet<Document> = new Set();

export function indexText(path: FieldPath, documents: Iterable<Document>): TextIndex {
  const read = accessorOf(path);
  const byText = new Map<string, Set<Document>>();

  const add = (document: Document): void => {
    const text = read(document);
    if (typeof text !== 'string') return;
    const same = byText.get(text);
    if (same === undefined) byText.set(text, new Set([document]));
    else same.add(document);
  };
  const remove = (document: Document): void => {
    const text = read(document);
    const same = typeof text === 'string' ? byText.get(text) : undefined;
    same?.delete(document);
    if (same?.size === 0) byText.delete(text as string);
  };

  for (const document of documents) add(document);
  return {
    documents: (text) => byText.get(text) ?? none,
    replace(before, after) {
      if (before !== null) remove(before);
      if (after !== null) add(after);
    },
  };
}
