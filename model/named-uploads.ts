import { collections } from './paths.ts';
import { readingsOf } from './readings.ts';

/** Collections whose documents may name an upload; all others hold ids, roles, hashes and names of fields. */
export const namingCollections = [
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

/** How an upload is called in a sentence, and nothing else: random letters make a word of it. */
const word = /[A-Za-z0-9._-]+/g;
const isWord = (name: string): boolean => /^[A-Za-z0-9._-]+$/.test(name);

/** What is looked for of an upload's name: its last part, however the address before it is written. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/**
 * Finds which uploads are named in texts. In doubt one is: it is enough that its name stands somewhere, in an address, in
 * another one's query or in a sentence, escaped or not.
 */
export function openNameSearch(names: Iterable<string>) {
  const words = new Set<string>();
  // Names that people gave, with blanks or letters of other scripts.
  const others = new Set<string>();
  for (const name of names) (isWord(lastPart(name)) ? words : others).add(lastPart(name));
  const found = new Set<string>();
  const note = (token: string): void => {
    if (words.has(token)) found.add(token);
  };
  const readText = (text: string): void => {
    // An escaped slash would be two more letters of the word; a sentence ends in a stop.
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
    if (typeof value === 'string') readingsOf(value).forEach(readText);
    else if (Array.isArray(value)) value.forEach(readValue);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, field] of Object.entries(value)) {
        readValue(name);
        readValue(field);
      }
    }
  };
  return {
    /** Looks at everything a document holds. */
    read: readValue,
    isNamed: (name: string): boolean => found.has(lastPart(name)),
  };
}
