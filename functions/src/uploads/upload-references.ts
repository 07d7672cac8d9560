import { kindCollections } from '@frontage/model/kinds/kinds';
import { collections } from '@frontage/model/paths';
import { unescapeVariants } from '@frontage/model/unescape-text';

/** Collections whose documents may refer to uploads. All others contain ids, roles, hashes and field names. */
export const referringCollections = [
  ...kindCollections,
  collections.demoEmbeds,
  collections.settings,
  collections.redirects,
  collections.drafts,
  collections.draftEmbeds,
  collections.trash,
  collections.revisions,
  collections.revisionEmbeds,
] as const;

/** Matches words that can be the generated name of an upload. */
const word = /[A-Za-z0-9._-]+/g;
const isWord = (name: string): boolean => /^[A-Za-z0-9._-]+$/.test(name);

/** The last segment of an upload's name. Only this is searched, because the path before it has several spellings. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/**
 * Finds references to uploads in documents. It may report too many, never too few: a name counts anywhere in a text,
 * for example in a URL, in the query of another URL or in a sentence, escaped or not.
 */
export function createUploadSearch(names: Iterable<string>) {
  const words = new Set<string>();
  // Names chosen by users, with spaces or letters of other scripts.
  const others = new Set<string>();
  for (const name of names) (isWord(lastPart(name)) ? words : others).add(lastPart(name));
  const found = new Set<string>();
  const checkToken = (token: string): void => {
    if (words.has(token)) found.add(token);
  };
  const readText = (text: string): void => {
    // An escaped slash would join two words. A period or hyphen at the end may belong to the sentence.
    for (const [token] of text.replace(/%[0-9a-f]{2}/gi, '/').matchAll(word)) {
      checkToken(token);
      checkToken(token.replace(/[.-]+$/, ''));
      checkToken(token.replace(/^[.-]+/, ''));
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
