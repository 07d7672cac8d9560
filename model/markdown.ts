import MarkdownIt, { type Token } from 'markdown-it';
import type { Image } from './content.ts';
import { isSitePath } from './url.ts';

// Accepts http(s), mailto, tel and relative links. A link with another scheme is rendered as text.
const isSafeLink = (href: string): boolean => {
  const decoded = href.trim();
  if (/^(https?:\/\/|mailto:|tel:)/i.test(decoded)) return true;
  return isSitePath(decoded) || (/^[#?.\p{L}\p{N}_-]/u.test(decoded) && !/^[^/?#]*:/.test(decoded));
};

const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true, typographer: false });
markdown.validateLink = isSafeLink;

// Skips links that are normalized already, as most are: the library's normalization takes 5 % of rendering a page.
const normalLink = /^(?:https?:\/\/(?:[a-z0-9-]{1,63}\.){1,3}[a-z0-9-]{1,63})?(?:\/(?!\/)[\w\-.~!$&'()*+,;=:@/?#]*)?$/;
const { normalizeLink } = markdown;
markdown.normalizeLink = (link) => (normalLink.test(link) ? link : normalizeLink.call(markdown, link));

/** The images of a text: the resized files of uploads, and the width at which they are shown (`sizes`). */
export interface TextImages {
  find: (address: string) => Image | null;
  sizes: string;
}

// Images in content load lazily and without a referrer; uploads use their resized files.
markdown.renderer.rules['image'] = (...[tokens, index, options, env, renderer]) => {
  const token = tokens[index];
  if (!token) return '';
  const original = token.attrs;
  // A parsed text may be rendered again, so this changes a copy of the attributes.
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

// In a text with right-to-left letters, markers and columns follow the direction of the first word in their block.
// Other blocks get no `dir` attribute, because the browser would then ignore their words; styles set the direction of
// lines.
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
markdown.core.ruler.push('directions', ({ src, tokens }) => {
  if (!rightToLeft.test(src)) return;
  for (const token of tokens) {
    if (/^(bullet_list|ordered_list|blockquote|table)_open$/.test(token.type)) token.attrSet('dir', 'auto');
  }
});

// A table that is wider than its container scrolls. `tabindex` makes it scrollable by keyboard.
markdown.core.ruler.push('wide tables', ({ tokens }) => {
  for (const token of tokens) if (token.type === 'table_open') token.attrSet('tabindex', '0');
});

const levelOf = ({ markup }: Token): number => (markup.startsWith('#') ? markup.length : markup === '=' ? 1 : 2);

// Sets heading tags so that the highest heading has level `top` and no level is skipped.
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

/** A markdown text that was parsed once for several outputs. */
export interface MarkdownText {
  /**
   * Renders CommonMark with tables and line breaks as safe HTML: raw HTML in the source is escaped, and links have only
   * http(s), mailto, tel and relative targets. With `topHeading`, the highest heading has that level and deeper ones
   * follow without a gap.
   */
  html(options?: MarkdownOptions): string;
  /** The text without markup on one line, with a dash after each heading. It may stop after `enough` characters. */
  words(enough?: number): string;
  /** The first source line of each block, from 0: one for each top-level element of `html`. */
  lines(): number[];
}

/** The blocks and inline elements of a text as the site parses it. `map` has the lines of a block, from 0. */
export const markdownTokens = (source: string): Token[] => markdown.parse(source, {});

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
      let isAfterHeading = false;
      for (const { type, children, content } of tokens) {
        const text = children ? children.map((child) => (isBreak(child.type) ? ' ' : child.content)).join('') : content;
        const more = text.replace(/\s+/g, ' ').trim();
        if (more !== '') {
          const dash = isAfterHeading && !/[.:!?…–—]$/.test(words) ? ' –' : '';
          words += words === '' ? more : `${dash} ${more}`;
          isAfterHeading = false;
        }
        if (type === 'heading_close') isAfterHeading = true;
        if (words.length >= enough) break;
      }
      return words;
    },
    lines: () => tokens.flatMap(({ level, nesting, map }) => (level === 0 && nesting !== -1 && map ? [map[0]] : [])),
  };
}

/** Parses a markdown text and renders it as HTML. */
export const renderMarkdown = (source: string, options?: MarkdownOptions): string =>
  parseMarkdown(source).html(options);
