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

/** How images in a text are drawn: the files made of an upload, and the width they are shown at (`sizes`). */
export interface TextImages {
  find: (address: string) => Image | null;
  sizes: string;
}

// Images in content are lazy and carry no referrer, wherever they come from; our own come in the sizes made of them.
markdown.renderer.rules['image'] = (...[tokens, index, options, env, renderer]) => {
  const token = tokens[index];
  if (!token) return '';
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
    ({ type, srcset }) => `<source type="${escape(type)}" srcset="${escape(srcset)}" sizes="${escape(images.sizes)}">`,
  );
  return `<picture>${sources.join('')}${renderer.renderToken(tokens, index, options)}</picture>`;
};

// Headings in content stand below the heading of the place they are shown in, and never skip a level.
function nestHeadings(tokens: Token[], top: number): void {
  const open: number[] = [];
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1));
      while ((open.at(-1) ?? 0) >= level) open.pop();
      open.push(level);
    }
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(6, top + open.length - 1)}`;
  }
}

interface MarkdownOptions {
  topHeading?: number;
  images?: TextImages;
}

/**
 * CommonMark with tables and kept line breaks, as HTML that is safe to place in a page: raw HTML in the source is
 * escaped, and links lead only to http(s), mailto, tel and relative addresses. With `topHeading`, the highest
 * heading is of that level and deeper ones follow without a gap.
 */
export function renderMarkdown(source: string, { topHeading, images }: MarkdownOptions = {}): string {
  const env = { images };
  const tokens = markdown.parse(source, env);
  if (topHeading !== undefined) nestHeadings(tokens, topHeading);
  return markdown.renderer.render(tokens, markdown.options, env);
}

/** The words of a markdown text without its marks, on one line. */
export function plainText(source: string): string {
  const isBreak = (type: string): boolean => type === 'softbreak' || type === 'hardbreak';
  return markdown
    .parse(source, {})
    .map(({ children, content }) =>
      children ? children.map((child) => (isBreak(child.type) ? ' ' : child.content)).join('') : content,
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
