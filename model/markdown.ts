import MarkdownIt, { type Token } from 'markdown-it';
import { addBlocks, cutText, problemsIn, type TextProblem } from './block-rule.ts';
import { videoOf } from './blocks.ts';
import type { ShownDemo } from './kinds/demo.ts';
import { type DocumentReference, parseDocumentLink, referenceTo } from './document-link.ts';
import { playerPath } from './paths.ts';
import { replaceSlowRules } from './linear-rules.ts';
import { focalClass } from './media.ts';
import type { DescribedImage } from './uploads.ts';
import { isSitePath } from './url.ts';

// Accepts http(s), mailto, tel, relative links and links to documents by id. A link with another scheme is rendered as
// text.
const isSafeLink = (href: string): boolean => {
  const decoded = href.trim();
  if (parseDocumentLink(decoded) !== null) return true;
  if (/^(https?:\/\/|mailto:|tel:)/i.test(decoded)) return true;
  return isSitePath(decoded) || (/^[#?.\p{L}\p{N}_-]/u.test(decoded) && !/^[^/?#]*:/.test(decoded));
};

const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true, typographer: false });
markdown.validateLink = isSafeLink;
replaceSlowRules(markdown);
addBlocks(markdown);

// A byte order mark, which texts from files begin with, is no letter of the first block.
markdown.core.ruler.before('normalize', 'byte order mark', (state) => {
  if (state.src.startsWith('\ufeff')) state.src = state.src.slice(1);
});

// Skips links that are normalized already, as most are: the library's normalization takes 5 % of rendering a page.
const normalLink = /^(?:https?:\/\/(?:[a-z0-9-]{1,63}\.){1,3}[a-z0-9-]{1,63})?(?:\/(?!\/)[\w\-.~!$&'()*+,;=:@/?#]*)?$/;
const normalDocumentLink = /^(?:page|demo):[\w.~%-]+$/;
const { normalizeLink } = markdown;
markdown.normalizeLink = (link) =>
  normalLink.test(link) || normalDocumentLink.test(link) ? link : normalizeLink.call(markdown, link);

/** The images of a text: the resized files of uploads, and the width at which they are shown (`sizes`). */
export interface TextImages {
  find: (address: string) => DescribedImage | null;
  sizes: string;
}

// A parsed text may be rendered again, so rules change a copy of a token's attributes.
const copyOf = (attributes: Token['attrs']): Token['attrs'] =>
  attributes?.map(([name, value]): (typeof attributes)[number] => [name, value]) ?? null;

/**
 * Finds the current path of a document; null if it does not exist or is not published. Blocks that show a document, such
 * as a demo, take its id in the same form and find it with another query beside `Content.address`: a query is a
 * recorded dependency, and its answer should contain only the fields that are shown.
 */
export type FindAddress = (reference: DocumentReference) => string | null;

/** Options and state of one render. `isPlain`: the current link is rendered as text. Links are never nested. */
type Environment = Omit<MarkdownOptions, 'topHeading' | 'hasHeadingIds'> & { isPlain?: boolean };

// A link to a document by id gets the document's current address. Without one, it is rendered as text.
markdown.renderer.rules['link_open'] = (...[tokens, index, options, env, renderer]) => {
  const [token, environment] = [tokens[index], env as Environment];
  const link = parseDocumentLink(String(token?.attrGet('href')));
  environment.isPlain = false;
  if (!token || link === null) return renderer.renderToken(tokens, index, options);
  const address = environment.addressOf?.(referenceTo(link)) ?? null;
  environment.isPlain = address === null;
  if (address === null) return '';
  const original = token.attrs;
  token.attrs = copyOf(original);
  token.attrSet('href', link.anchor === '' ? address : `${address}#${link.anchor}`);
  const html = renderer.renderToken(tokens, index, options);
  token.attrs = original;
  return html;
};
markdown.renderer.rules['link_close'] = (...[tokens, index, options, env, renderer]) =>
  (env as Environment).isPlain ? '' : renderer.renderToken(tokens, index, options);

// Images in content load lazily and without a referrer; uploads use their resized files.
markdown.renderer.rules['image'] = (...[tokens, index, options, env, renderer]) => {
  const token = tokens[index];
  if (!token) return '';
  // Only links have document ids.
  if (parseDocumentLink(String(token.attrGet('src'))) !== null) {
    return markdown.utils.escapeHtml(renderer.renderInlineAsText(token.children ?? [], options, {}));
  }
  const original = token.attrs;
  token.attrs = copyOf(original);
  try {
    token.attrSet('alt', renderer.renderInlineAsText(token.children ?? [], options, {}));
    token.attrSet('loading', 'lazy');
    token.attrSet('decoding', 'async');
    const { images } = env as Environment;
    const image = images?.find(String(token.attrGet('src')));
    if (!images || !image) {
      token.attrSet('referrerpolicy', 'no-referrer');
      return renderer.renderToken(tokens, index, options);
    }
    token.attrSet('src', image.src);
    token.attrSet('width', String(image.width));
    token.attrSet('height', String(image.height));
    if (image.alt !== undefined && token.attrGet('alt') === '') token.attrSet('alt', image.alt);
    if (image.isDecorative && token.attrGet('alt') === '') token.attrSet('role', 'presentation');
    if (image.focal) token.attrJoin('class', focalClass(image.focal));
    const escape = markdown.utils.escapeHtml;
    const sizes = (token.meta as { sizes?: string } | null)?.sizes ?? images.sizes;
    const sources = image.sources.map(
      ({ type, srcset }) => `<source type="${escape(type)}" srcset="${escape(srcset)}" sizes="${escape(sizes)}">`,
    );
    return `<picture>${sources.join('')}${renderer.renderToken(tokens, index, options)}</picture>`;
  } finally {
    token.attrs = original;
  }
};

const providers = { youtube: 'YouTube', vimeo: 'Vimeo' };

// The poster of a video is a link to its player on the embed origin, so that the page itself loads nothing from the
// provider; without that origin, it is a link to the video.
markdown.renderer.rules['video_open'] = (...[tokens, index, , env]) => {
  const { url, title } = (tokens[index]?.meta ?? {}) as { url: string; title: string };
  const video = videoOf(url);
  const { embedOrigin } = env as Environment;
  const address = video && embedOrigin !== undefined ? embedOrigin + playerPath({ ...video, title }) : url;
  return `<a href="${markdown.utils.escapeHtml(address)}">`;
};
markdown.renderer.rules['video_close'] = (...[tokens, index]) => {
  const video = videoOf((tokens[index]?.meta as { url: string }).url);
  return `${video ? `<span class="b-play">Play on ${providers[video.provider]}</span>` : ''}</a>`;
};

// A demo is a link with its image and title. A demo that is not published is not shown.
markdown.renderer.rules['demo'] = (...[tokens, index, options, env, renderer]) => {
  const token = tokens[index];
  const demo = (env as Environment).findDemo?.((token?.meta as { id: string }).id);
  const [image] = token?.children ?? [];
  if (!demo || !image) return '';
  const { escapeHtml } = markdown.utils;
  let picture = '';
  if (demo.og_image_url !== null) {
    image.attrs = [
      ['src', markdown.normalizeLink(demo.og_image_url)],
      ['alt', ''],
    ];
    picture = renderer.renderInline([image], options, env);
  }
  return (
    `<a href="${escapeHtml(demo.path)}">${picture}<span class="b-demo-title">${escapeHtml(demo.heading)}</span>` +
    '<span class="b-play" aria-hidden="true">View Demo →</span></a>'
  );
};

// In a text with right-to-left letters, markers and columns follow the direction of the first word in their block.
// Other blocks get no `dir` attribute, because the browser would then ignore their words; styles set the direction of
// lines.
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
markdown.core.ruler.push('directions', ({ src, tokens }) => {
  if (!rightToLeft.test(src)) return;
  for (const token of tokens) {
    if (/^(bullet_list|ordered_list|blockquote|table|block)_open$/.test(token.type)) token.attrSet('dir', 'auto');
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
    // The title of a block is one level below the heading before it and does not contain the headings after it.
    if (token.markup === '::') {
      const depth = top === undefined ? (open.at(-1) ?? 1) + 1 : top + open.length;
      token.tag = `h${String(Math.min(6, depth))}`;
      continue;
    }
    const level = levelOf(token);
    if (token.type === 'heading_open') {
      while ((open.at(-1) ?? 0) >= level) open.pop();
      open.push(level);
    }
    token.tag = `h${String(top === undefined ? level : Math.min(6, top + open.length - 1))}`;
  }
}

// The slug of a heading, as on GitHub: tables of contents in imported texts name it.
const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

// Ids of the site's own elements on pages with a text.
const reservedIds = ['consent', 'main', 'menu', 'more'];

/** A heading and its id, with which links name it after `#`. */
export interface Heading {
  id: string;
  text: string;
}

function headingsOf(tokens: readonly Token[]): Heading[] {
  const taken = new Set(reservedIds);
  // The next number for each slug: trying all from 1 takes quadratic time for equal headings.
  const numbers = new Map<string, number>();
  return tokens.flatMap(({ type }, index) => {
    if (type !== 'heading_open') return [];
    let end = index + 1;
    while (end < tokens.length && tokens[end]?.type !== 'heading_close') end += 1;
    const text = tokens
      .slice(index + 1, end)
      .map(textIn)
      .join('');
    const slug = slugOf(text) || 'section';
    let id = slug;
    let number = numbers.get(slug) ?? 1;
    for (; taken.has(id); number += 1) id = `${slug}-${String(number)}`;
    numbers.set(slug, number);
    taken.add(id);
    return [{ id, text }];
  });
}

function setHeadingIds(tokens: readonly Token[], headings: readonly Heading[]): void {
  const openings = tokens.filter(({ type }) => type === 'heading_open');
  for (const [index, token] of openings.entries()) {
    const id = headings[index]?.id;
    token.attrs = id === undefined ? null : [['id', id]];
  }
}

interface MarkdownOptions {
  topHeading?: number;
  images?: TextImages;
  /** Finds the targets of links by document id; without it, such links are text. */
  addressOf?: FindAddress;
  /** Whether headings get ids, so that links can name them. */
  hasHeadingIds?: boolean;
  /** Finds the demos that the text shows; without it, none is shown. */
  findDemo?: (id: string) => ShownDemo | null;
  /** Origin of the player of videos. */
  embedOrigin?: string;
}

/** A markdown text that was parsed once for several outputs. */
export interface MarkdownText {
  /**
   * Renders CommonMark with tables and line breaks as safe HTML: raw HTML in the source is escaped, and links have only
   * http(s), mailto, tel and relative targets, or the current address of a document. With `topHeading`, the highest heading has that level and deeper ones
   * follow without a gap.
   */
  html(options?: MarkdownOptions): string;
  /** The text without markup, with a dash after each heading. `between` divides its blocks, by default a space. */
  words(between?: string): string;
  /**
   * The running text on one line: paragraphs without headings, images, captions, tables and code; without such
   * paragraphs, that of list items. It may stop after `enough` characters.
   */
  opening(enough: number): string;
  /** The headings, which have these ids in `html` with `hasHeadingIds`. */
  headings(): Heading[];
  /** The first source line of each block, from 0: one for each top-level element of `html`. */
  lines(): number[];
}

/** The blocks and inline elements of a text as the site parses it. `map` has the lines of a block, from 0. */
export const markdownTokens = (source: string): Token[] => markdown.parse(source, {});

const isBreak = (type: string): boolean => type === 'softbreak' || type === 'hardbreak';

/** The text of a token without markup, on one line. */
function textIn(token: Token | undefined): string {
  const { children = null, content = '' } = token ?? {};
  const text = children ? children.map((child) => (isBreak(child.type) ? ' ' : child.content)).join('') : content;
  return text.replace(/\s+/g, ' ').trim();
}

/** The texts of paragraphs without images. Those of the items of tight lists are hidden tokens. */
function joinParagraphs(tokens: readonly Token[], { isTight, enough }: { isTight: boolean; enough: number }): string {
  let joined = '';
  for (const [index, token] of tokens.entries()) {
    const opened = tokens[index - 1];
    if (token.type !== 'inline' || opened?.type !== 'paragraph_open' || opened.hidden !== isTight) continue;
    const children = (token.children ?? []).filter(({ type }) => type !== 'image');
    const text = textIn({ ...token, children } as Token);
    if (/[\p{L}\p{N}]/u.test(text)) joined += joined === '' ? text : ` ${text}`;
    if (joined.length >= enough) break;
  }
  return joined;
}

/** The mistakes in the blocks of a text. */
export function textProblems(source: string): TextProblem[] {
  const environment = {};
  markdown.parse(source, environment);
  return problemsIn(environment);
}

/** Parses a markdown text. With `isCut`, blocks may lack their end. */
export function parseMarkdown(source: string, isCut = false): MarkdownText {
  const tokens = markdown.parse(source, isCut ? cutText() : {});
  return {
    html: ({ topHeading, hasHeadingIds = false, ...environment } = {}) => {
      nestHeadings(tokens, topHeading);
      setHeadingIds(tokens, hasHeadingIds ? headingsOf(tokens) : []);
      return markdown.renderer.render(tokens, markdown.options, { ...environment });
    },
    headings: () => headingsOf(tokens),
    words: (between = ' ') => {
      const blocks: string[] = [];
      let isAfterHeading = false;
      for (const token of tokens) {
        const text = textIn(token);
        if (text !== '') {
          const last = blocks.at(-1) ?? '';
          if (isAfterHeading && !'.:!?…–—'.includes(last.at(-1) ?? '')) blocks[blocks.length - 1] = `${last} –`;
          blocks.push(text);
          isAfterHeading = false;
        }
        if (token.type === 'heading_close') isAfterHeading = true;
      }
      return blocks.join(between);
    },
    opening: (enough) =>
      joinParagraphs(tokens, { isTight: false, enough }) || joinParagraphs(tokens, { isTight: true, enough }),
    lines: () => tokens.flatMap(({ level, nesting, map }) => (level === 0 && nesting !== -1 && map ? [map[0]] : [])),
  };
}

/** Parses a markdown text and renders it as HTML. */
export const renderMarkdown = (source: string, options?: MarkdownOptions): string =>
  parseMarkdown(source).html(options);
