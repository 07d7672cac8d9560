import { collections } from './paths.ts';
import { unescapeVariants } from './unescape-variants.ts';

/** Collections whose documents may refer to uploads; all others hold ids, roles, hashes and names of fields. */
export const referringCollections = [
  collections.sections,
  collections.pages,
  collections.demos,
  collections.demoEmbeds,
  collections.settings,
  collections.redirects,
  collections.drafts,
  collections.draftEmbeds,
  collections.trash,
  collections.revisions,
  collections.revisionEmbeds,
] as const;

/** Words that can be the name of an upload, which consists of random letters. */
const word = /[A-Za-z0-9._-]+/g;
const isWord = (name: string): boolean => /^[A-Za-z0-9._-]+$/.test(name);

/** The searched part of an upload's name: the last one, because the address before it has several spellings. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/**
 * Finds references to uploads in documents. It errs towards finding too many: a name counts anywhere in a text, such as in a URL,
 * in another URL's query or in a sentence, escaped or not.
 */
export function createUploadSearch(names: Iterable<string>) {
  const words = new Set<string>();
  // Names that were given by people, with blanks or letters of other scripts.
  const others = new Set<string>();
  for (const name of names) (isWord(lastPart(name)) ? words : others).add(lastPart(name));
  const found = new Set<string>();
  const note = (token: string): void => {
    if (words.has(token)) found.add(token);
  };
  const readText = (text: string): void => {
    // An escaped slash adds two letters to the word; a sentence ends with a period.
    for (const [token] of text.replace(/%[0-9a-f]{2}/gi, '/').matchAll(word)) {
      note(token);
      note(token.replace(/[.-]+$/, ''));
      note(token.replace(/^[.-]+/, ''));
    }
    for (const name of others) {
      if ([name, encodeURIComponent(name), encodeURI(name)].some((spelling) => text.includes(spelling)))
        found.add(name);
    }
  };
  const readValue = (value: unknown): void => {
    if (typeof value === 'string') unescapeVariants(value).forEach(readText);
    else if (Array.isArray(value)) value.forEach(readValue);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, field] of Object.entries(value)) {
        readValue(name);
        readValue(field);
      }
    }
  };
  return {
    /** Searches all values of a document. */
    read: readValue,
    isReferenced: (name: string): boolean => found.has(lastPart(name)),
  };
}
