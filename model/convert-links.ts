import { formatDocumentLink, parseDocumentLink, type DocumentLink } from './document-link.ts';
import { markdownTokens } from './markdown.ts';

type Token = ReturnType<typeof markdownTokens>[number];

/** Finds the page or demo at a path of the site without `#` and trailing slash; null for any other path. */
export type FindDocument = (path: string) => Pick<DocumentLink, 'kind' | 'id'> | null;

export interface ConvertedText {
  text: string;
  /** Number of links that now name their document. */
  converted: number;
  /** Links to paths where no page or demo is. */
  unknown: readonly string[];
}

// Targets of Markdown links and of link definitions. The parser decides which of them are links.
const targets = /(\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:\s*<?)(\/(?!\/)[^\s)>]*)/gm;

/** Converts links to paths of pages and demos into links by document id. Code and all other text stay as they are. */
export function convertLinks(text: string, find: FindDocument): ConvertedText {
  const before = flatten(markdownTokens(text), (href) => convertTarget(href, find) ?? href);
  const isExact = (changed: string): boolean => flatten(markdownTokens(changed), (href) => href).all === before.all;
  /** The text with other targets in place of those that can be converted, each with its number. */
  const replace = (written: (target: string, converted: string, index: number) => string): string => {
    let index = -1;
    return text.replace(targets, (whole, start: string, target: string) => {
      index += 1;
      const converted = convertTarget(target, find);
      return converted === null ? whole : start + written(target, converted, index);
    });
  };
  const { hrefs } = before;
  const unknown = hrefs.filter((href) => isContentPath(href) && convertTarget(href, find) === null);
  const converted = hrefs.filter((href) => convertTarget(href, find) !== null).length;
  if (converted === 0) return { text, converted, unknown };
  const all = replace((_, target) => target);
  if (isExact(all)) return { text: all, converted, unknown };
  // Some of the targets are in code. With a mark for each, one parse shows which of them are the targets of links.
  const mark = unusedMark(text);
  const marked = flatten(markdownTokens(replace((_target, _link, index) => `/${mark}${String(index)}-`)), () => '').all;
  const others = new Set([...marked.matchAll(new RegExp(`/${mark}(\\d+)-`, 'g'))].map(([, index]) => Number(index)));
  const some = replace((target, link, index) => (others.has(index) ? target : link));
  return isExact(some) ? { text: some, converted, unknown } : { text, converted: 0, unknown };
}

/** Letters that a text does not contain. */
function unusedMark(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/q+/g)].map(([run]) => run.length));
  return 'q'.repeat(longest + 1);
}

function convertTarget(target: string, find: FindDocument): string | null {
  const [, path = '', anchor = ''] = /^(\/[^?#]*?)\/?(?:#(.*))?$/s.exec(target) ?? [];
  const document = path === '' ? null : find(path);
  if (document === null) return null;
  const link = formatDocumentLink({ ...document, anchor });
  return parseDocumentLink(link) === null ? null : link;
}

// Files and the fixed addresses of the site stay paths.
const isContentPath = (href: string): boolean =>
  /^\/(?:(?:page|demo)\/)?[^/?#.]+(?:[?#]|$)/.test(href) && !/^\/demos(?:[?#]|$)/.test(href);

/** The parsed text in comparable form, with the targets of its links after `convert`; and the targets before. */
function flatten(tokens: readonly Token[], convert: (href: string) => string): { all: string; hrefs: string[] } {
  const hrefs: string[] = [];
  const plain = (token: Token): unknown => {
    const { type, tag, content, children, info } = token;
    const href = type === 'link_open' ? String(token.attrGet('href')) : null;
    if (href !== null) hrefs.push(href);
    const attributes = (token.attrs ?? []).map(([name, value]) => [name, name === 'href' ? '' : value]);
    // The content of an inline token is the source of its children.
    return [type, tag, info, attributes, href && convert(href), children ? children.map(plain) : content];
  };
  return { all: JSON.stringify(tokens.map(plain)), hrefs };
}
