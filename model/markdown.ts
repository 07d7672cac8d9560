import MarkdownIt from 'markdown-it';
import { isSitePath } from './fields.ts';

// The only schemes a link in content may have; everything else with a scheme stays text.
const isSafeLink = (href: string): boolean => {
  const decoded = href.trim();
  if (/^(https?:\/\/|mailto:|tel:)/i.test(decoded)) return true;
  return isSitePath(decoded) || (/^[#?.\p{L}\p{N}_-]/u.test(decoded) && !/^[^/?#]*:/.test(decoded));
};

const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true, typographer: false });
markdown.validateLink = isSafeLink;

// Images in content are lazy and carry no referrer, wherever they come from.
markdown.renderer.rules['image'] = (...[tokens, index, options, , renderer]) => {
  const token = tokens[index];
  if (!token) return '';
  token.attrSet('alt', renderer.renderInlineAsText(token.children ?? [], options, {}));
  token.attrSet('loading', 'lazy');
  token.attrSet('decoding', 'async');
  token.attrSet('referrerpolicy', 'no-referrer');
  return renderer.renderToken(tokens, index, options);
};

/**
 * CommonMark with tables and kept line breaks, as HTML that is safe to place in a page: raw HTML in the source is
 * escaped, and links lead only to http(s), mailto, tel and relative addresses.
 */
export function renderMarkdown(source: string): string {
  return markdown.render(source);
}

/** The first `length` characters of a text, cut with an ellipsis when there are more. */
export function excerpt(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).trimEnd()}…`;
}
