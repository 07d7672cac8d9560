import { collections } from '@frontage/model/paths';

// Maximum number of nested escapes. Deeper nesting does not occur in practice.
const maxDepth = 4;

const percent = /(?:%[0-9a-f]{2})+/gi;
const reference = /&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi;
const script = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/gi;
const markdown = /\\([!-/:-@[-`{-~])/g;
/** Characters of URLs that have a named reference in HTML. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  bsol: '\\',
  colon: ':',
  dash: '-',
  hyphen: '-',
  lowbar: '_',
  percnt: '%',
  period: '.',
  sol: '/',
};
const name = new RegExp(`&(${Object.keys(named).join('|')});`, 'g');

/** The text, followed by variants with one more level of URL, HTML, Markdown and script escapes removed each. */
function unescapeVariants(text: string): string[] {
  const variants = [text];
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const last = variants.at(-1) ?? '';
    if (!/[%&\\]/.test(last)) break;
    const next = unescape(last);
    if (next === last) break;
    variants.push(next);
  }
  return variants;
}

const unescape = (text: string): string =>
  text
    .replaceAll(percent, decoded)
    .replaceAll(reference, (all, hex?: string, decimal?: string) => character(all, hex, decimal))
    .replaceAll(name, (all, of: string) => named[of] ?? all)
    .replaceAll(script, (all, ...[byte, unit, point]: (string | undefined)[]) => character(all, byte ?? unit ?? point))
    .replaceAll(markdown, '$1');

/** Decodes percent escapes. Bytes that are not UTF-8 stay escaped. */
function decoded(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes;
  }
}

function character(all: string, hex: string | undefined, decimal?: string): string {
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : all;
}

/** Collections whose documents may refer to uploads. All others contain ids, roles, hashes and field names. */
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
