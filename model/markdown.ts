import MarkdownIt, { type Token } from 'markdown-it';
import type { Image } from './content.ts';
import { isSitePath } from './url.ts';

// The only schemes a link in content may have; everything else with a scheme stays text.
const isSafeLink = (href: string): boolean => {
  const decoded = href.trim();
  if (/^(https?:\/\/|mailto:|tel:)/i.test(decoded)) return true;
  return isSitePath(decoded) || (/^[#?.\p{L}\p{N}_-]/u.test(decoded) && !/^[^/?#]*:/.test(decoded));
};

const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true, typographer: false });
markdown.validateLink = isSafeLink;

// Most links are written as they are normalized: taking them apart and putting them together again is a twentieth of drawing a page.
const normalLink = /^(?:https?:\/\/(?:[a-z0-9-]{1,63}\.){1,3}[a-z0-9-]{1,63})?(?:\/(?!\/)[\w\-.~!$&'()*+,;=:@/?#]*)?$/;
const { normalizeLink } = markdown;
markdown.normalizeLink = (link) => (normalLink.test(link) ? link : normalizeLink.call(markdown, link));

/** How images in a text are drawn: the files made of an upload, and the width they are shown at (`sizes`). */
export interface TextImages {
  find: (address: string) => Image | null;
  sizes: string;
}

// Images in content are lazy and carry no referrer, wherever they come from; our own come in the sizes made of them.
markdown.renderer.rules['image'] = (...[tokens, index, options, env, renderer]) => {
  const token = tokens[index];
  if (!token) return '';
  const original = token.attrs;
  // A parsed text may be drawn again: what is drawn on here is a copy.
  token.attrs = original?.map(([name, value]) => [name, value]) ?? null;
  try {
    token.attrSet('alt', renderer.renderInlineAsText(token.children ?? [], options, {}));
    token.attrSet('loading', 'lazy');
    token.attrSet('decoding', 'async');
    const images = env?.['images'] as TextImages | undefined;
    const image = images?.find(String(token.attrGet('src')));
    if (!images || !image) {
      token.attrSet('referrerpolicy', 'no-referrer');
      return renderer.renderToken(tokens, index, options);
    }
    token.attrSet('src', image.src);
    token.attrSet('width', String(image.width));
    token.attrSet('height', String(image.height));
    const escape = markdown.utils.escapeHtml;
    const sources = image.sources.map(
      ({ type, srcset }) =>
        `<source type="${escape(type)}" srcset="${escape(srcset)}" sizes="${escape(images.sizes)}">`,
    );
    return `<picture>${sources.join('')}${renderer.renderToken(tokens, index, options)}</picture>`;
  } finally {
    token.attrs = original;
  }
};

// In a text with letters that run from right to left, markers and columns stand as the first word beside them runs. Not said of
// what lies in these blocks, which would not count for them then: styles let each of its lines run as it does.
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
markdown.core.ruler.push('directions', ({ src, tokens }) => {
  if (!rightToLeft.test(src)) return;
  for (const token of tokens) {
    if (/^(bullet_list|ordered_list|blockquote|table)_open$/.test(token.type)) token.attrSet('dir', 'auto');
  }
});

// A table that is wider than its place scrolls in it, by the keyboard too.
markdown.core.ruler.push('wide tables', ({ tokens }) => {
  for (const token of tokens) if (token.type === 'table_open') token.attrSet('tabindex', '0');
});

const levelOf = ({ markup }: Token): number => (markup.startsWith('#') ? markup.length : markup === '=' ? 1 : 2);

// Headings in content stand below the heading of the place they are shown in, and never skip a level.
function nestHeadings(tokens: readonly Token[], top: number | undefined): void {
  const open: number[] = [];
  for (const token of tokens) {
    if (!token.type.startsWith('heading_')) continue;
    const level = levelOf(token);
    if (token.type === 'heading_open') {
      while ((open.at(-1) ?? 0) >= level) open.pop();
      open.push(level);
    }
    token.tag = `h${String(top === undefined ? level : Math.min(6, top + open.length - 1))}`;
  }
}

interface MarkdownOptions {
  topHeading?: number;
  images?: TextImages;
}

/** A markdown text, parsed once for all that is made of it. */
export interface MarkdownText {
  /**
   * CommonMark with tables and kept line breaks, as HTML that is safe to place in a page: raw HTML in the source is
   * escaped, and links lead only to http(s), mailto, tel and relative addresses. With `topHeading`, the highest
   * heading is of that level and deeper ones follow without a gap.
   */
  html(options?: MarkdownOptions): string;
  /** Its words without the marks, on one line; where `enough` characters are asked for, perhaps not all that follow. */
  words(enough?: number): string;
  /** The lines of the source, from 0, at which its blocks begin: as many as `html` has elements outside all others. */
  lines(): number[];
}

const isBreak = (type: string): boolean => type === 'softbreak' || type === 'hardbreak';

/** Parses a markdown text. */
export function parseMarkdown(source: string): MarkdownText {
  const tokens = markdown.parse(source, {});
  return {
    html: ({ topHeading, images } = {}) => {
      nestHeadings(tokens, topHeading);
      return markdown.renderer.render(tokens, markdown.options, { images });
    },
    words: (enough = Infinity) => {
      let words = '';
      for (const { children, content } of tokens) {
        const text = children ? children.map((child) => (isBreak(child.type) ? ' ' : child.content)).join('') : content;
        const more = text.replace(/\s+/g, ' ').trim();
        if (more !== '') words += words === '' ? more : ` ${more}`;
        if (words.length >= enough) break;
      }
      return words;
    },
    lines: () => tokens.flatMap(({ level, nesting, map }) => (level === 0 && nesting !== -1 && map ? [map[0]] : [])),
  };
}

/** A text as HTML, where nothing else is made of it. */
export const renderMarkdown = (source: string, options?: MarkdownOptions): string =>
  parseMarkdown(source).html(options);
