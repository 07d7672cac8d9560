import type MarkdownIt from 'markdown-it';
import type { StateBlock, Token } from 'markdown-it';
import { parseDirective, readBlock, type BlockProblem, type DirectiveLine, type ReadBlock } from './blocks.ts';

/** A mistake in a block of a text. `line` counts from 0. */
export interface TextProblem extends BlockProblem {
  line: number;
  /** The name of the block, as written. */
  block: string;
}

/** The state of parsing one text, kept in the environment of the parser. */
interface Blocks {
  /** The blocks around the current line, each with the level of the tokens in it. */
  open: { block: ReadBlock; level: number }[];
  /** The lines that close the fences of the text, see `closingLines`; null until the text has a block. */
  ends: ReadonlyMap<number, number> | null;
  /** By line, because a line may be tried more than once. */
  problems: Map<number, TextProblem[]>;
}

const key = Symbol('blocks');

type Env = Record<symbol, unknown>;

/** The blocks of an environment, which markdown-it's types leave open. */
function blocksOf(environment: unknown): Blocks {
  const env = environment as Env;
  env[key] ??= { open: [], ends: null, problems: new Map() } satisfies Blocks;
  return env[key] as Blocks;
}

const cut = Symbol('cut');

/** An environment for the beginning of a text, in which blocks may lack their end. */
export const cutText = (): Env => ({ [cut]: true });

/** The mistakes in the blocks of a text that was parsed with this environment. */
export const problemsIn = (env: Env): TextProblem[] =>
  [...blocksOf(env).problems].sort(([a], [b]) => a - b).flatMap(([, problems]) => problems);

/**
 * Adds blocks to a parser. They stand at the top level of a text or in other blocks, not in lists and quotes. An unknown
 * block and one with an error stay text. Each block is one element; its first token is a `block_open` with the block as
 * written in `meta.directive`, its last token a `block_close`.
 */
export function addBlocks(markdown: MarkdownIt): void {
  markdown.block.ruler.before('fence', 'block', blockRule, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

const colon = 0x3a;

function blockRule(...[state, line, endLine, isTrial]: [StateBlock, number, number, boolean]): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (state.src.charCodeAt(start) !== colon || state.src.charCodeAt(start + 1) !== colon) return false;
  const indent = state.sCount[line] ?? 0;
  if (indent >= 4) return false;
  const blocks = blocksOf(state.env);
  // A line with less indent than the list around it ends the list.
  const endsList = isTrial && indent < state.blkIndent;
  if (state.level !== (blocks.open.at(-1)?.level ?? 0) && !endsList) return false;
  const written = state.src.slice(start, state.eMarks[line]);
  const directive = parseDirective(written);
  if (!directive) {
    const [, name] = /^:+([a-z][\w-]*)/.exec(written) ?? [];
    if (name !== undefined) blocks.problems.set(line, [problem(line, name, unreadable)]);
    return false;
  }
  const end = directive.colons === 2 ? line : closingLine(state, line, endLine);
  const parent = blocks.open.at(-1)?.block;
  const { block, problems } = readBlock(directive);
  const misplaced = block && placeProblem(block, { colons: directive.colons, isClosed: end !== null, parent });
  const all = misplaced === null ? problems : [{ severity: 'error' as const, field: null, message: misplaced }];
  if (all.length > 0)
    blocks.problems.set(
      line,
      all.map((found) => ({ ...found, line, block: directive.name })),
    );
  if (!block || misplaced !== null || end === null) return false;
  if (isTrial) return true;
  pushBlock(state, { block, directive, line, end });
  state.line = Math.min(end + 1, endLine);
  return true;
}

const problem = (line: number, block: string, message: string): TextProblem => ({
  line,
  block,
  severity: 'error',
  field: null,
  message,
});

const unreadable = 'The line must have the form ::name[text]{attribute="value"}';

interface Place {
  colons: number;
  isClosed: boolean;
  parent: ReadBlock | undefined;
}

/** The message about a block in the wrong place or form; null for a correct one. */
function placeProblem({ definition }: ReadBlock, { colons, isClosed, parent }: Place): string | null {
  const { label, within, content } = definition;
  if (content === 'none' && colons > 2) return `${label} has no content: begin it with two colons`;
  if (content !== 'none' && colons === 2) return `${label} needs content: begin it with three colons`;
  if (!isClosed) return `${label} has no end: add a line with ${String(colons)} colons`;
  if (within !== undefined && parent?.definition.name !== within) return `${label} is allowed only in "${within}"`;
  return null;
}

/** The line that closes the fence at `line`; null if there is none before `endLine`. */
function closingLine({ src, env }: StateBlock, line: number, endLine: number): number | null {
  const blocks = blocksOf(env);
  blocks.ends ??= closingLines(src);
  const end = blocks.ends.get(line) ?? endLine;
  return end < endLine ? end : (env as Env)[cut] === true ? endLine : null;
}

/**
 * Finds in one pass, by the line of each fence, the first later line that closes it: only colons, at least as many. A
 * search that starts at each fence takes quadratic time in a text of fences.
 */
function closingLines(src: string): Map<number, number> {
  const ends = new Map<number, number>();
  // Closing lines below the current one, nearest last. Each has more colons than all that are nearer.
  const closing: { line: number; colons: number }[] = [];
  for (const { line, colons, isClosing } of fencesOf(src).reverse()) {
    const end = closing[lastWith(closing, colons)];
    if (end) ends.set(line, end.line);
    if (!isClosing) continue;
    while ((closing.at(-1)?.colons ?? Infinity) <= colons) closing.pop();
    closing.push({ line, colons });
  }
  return ends;
}

/** The last index with at least so many colons; -1 if there is none. The numbers of colons decrease. */
function lastWith(closing: readonly { colons: number }[], colons: number): number {
  let [low, high] = [0, closing.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((closing[middle]?.colons ?? 0) >= colons) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The lines of a text that begin with three or more colons. */
function fencesOf(src: string): { line: number; colons: number; isClosing: boolean }[] {
  return src.split('\n').flatMap((text, line) => {
    const [, fence, rest = ''] = /^ {0,3}(:{3,})(.*)/s.exec(text) ?? [];
    return fence === undefined ? [] : [{ line, colons: fence.length, isClosing: rest.trim() === '' }];
  });
}

interface FoundBlock {
  block: ReadBlock;
  directive: DirectiveLine;
  line: number;
  /** The line of the closing fence, or of the block without content. */
  end: number;
}

function pushBlock(state: StateBlock, found: FoundBlock): void {
  const { block, directive, line, end } = found;
  const { open } = blocksOf(state.env);
  const parent = open.at(-1)?.block.definition.name ?? null;
  const first = state.tokens.length;
  writeBlock({ ...writerFor(state), parent, content: () => pushContent(state, found) }, block);
  const [outer, last] = [state.tokens[first], state.tokens.at(-1)];
  if (!outer || !last) return;
  Object.assign(outer, { type: 'block_open', block: true, map: [line, end + 1], meta: { directive } });
  Object.assign(last, { type: 'block_close', block: true });
}

/** Parses the lines between the fences, and checks that a block of blocks contains the right ones. */
function pushContent(state: StateBlock, { block, line, end }: FoundBlock): void {
  const { open, problems } = blocksOf(state.env);
  const { level, lineMax, parentType } = state;
  const first = state.tokens.length;
  open.push({ block, level });
  state.lineMax = end;
  state.parentType = 'root';
  state.md.block.tokenize(state, line + 1, end);
  state.lineMax = lineMax;
  state.parentType = parentType;
  open.pop();
  const { content, label } = block.definition;
  if (typeof content !== 'object') return;
  const inside = state.tokens.slice(first).filter((token) => token.level === level && token.nesting !== -1);
  const count = inside.filter((token) => nameOf(token) === content.block).length;
  const range = content.least === content.most ? content.least : `${String(content.least)} to ${String(content.most)}`;
  const messages = [
    ...(count < content.least || count > content.most
      ? [`${label} must contain ${String(range)} blocks "${content.block}", not ${String(count)}`]
      : []),
    ...(count < inside.length ? [`${label} must contain only blocks "${content.block}"`] : []),
  ];
  if (messages.length === 0) return;
  const warnings = messages.map((message) => ({
    ...problem(line, block.definition.name, message),
    severity: 'warning' as const,
  }));
  problems.set(line, [...(problems.get(line) ?? []), ...warnings]);
}

const nameOf = ({ type, meta }: Token): string | null =>
  type === 'block_open' ? (meta as { directive: DirectiveLine }).directive.name : null;

const sizesOf = (sizes: string | undefined) => (sizes === undefined ? null : { sizes });

function writerFor(state: StateBlock): Omit<BlockWriter, 'parent' | 'content'> {
  // Not `block`, so that no line breaks are rendered around them.
  const push = (type: string, fields: Partial<Token> & { nesting: Token['nesting'] }): Token =>
    Object.assign(state.push(type, fields.tag ?? '', fields.nesting), { block: false }, fields);
  const wrap = (name: string, fields: Partial<Token>, inside: () => void): void => {
    push(`${name}_open`, { ...fields, nesting: 1 });
    inside();
    push(`${name}_close`, { ...fields, attrs: null, nesting: -1 });
  };
  const text = (content: string): void => void push('text', { content, nesting: 0 });
  return {
    text,
    element: (tag, attributes, inside) => wrap(tag, { tag, attrs: Object.entries(attributes) }, inside),
    heading: (inside) => wrap('heading', { tag: 'h3', markup: '::' }, inside),
    link: (href, className, inside) => {
      const attributes: [string, string][] = [['href', state.md.normalizeLink(href)]];
      wrap('link', { tag: 'a', attrs: className === '' ? attributes : [['class', className], ...attributes] }, inside);
    },
    video: (url, title, inside) => wrap('video', { tag: 'a', meta: { url, title } }, inside),
    inline: (content) => void push('inline', { content, children: [], nesting: 0 }),
    image: (src, alt, sizes) => {
      const children = alt === '' ? [] : [Object.assign(new state.Token('text', '', 0), { content: alt })];
      const attributes: [string, string][] = [
        ['src', state.md.normalizeLink(src)],
        ['alt', ''],
      ];
      push('image', {
        tag: 'img',
        attrs: attributes,
        children,
        meta: sizesOf(sizes),
        nesting: 0,
      });
    },
    demo: (id, sizes) => {
      const image = Object.assign(new state.Token('image', 'img', 0), { meta: sizesOf(sizes) });
      push('demo', { meta: { id }, children: [image], nesting: 0 });
    },
  };
}

/** Writes the elements of a block into the tokens of a text. */
export interface BlockWriter {
  element(tag: string, attributes: Readonly<Record<string, string>>, inside: () => void): void;
  /** A heading one level below the nearest one before the block. */
  heading(inside: () => void): void;
  link(href: string, className: string, inside: () => void): void;
  /** The link to the player of a video, with its poster. */
  video(url: string, title: string, inside: () => void): void;
  /** A text; `field` is the value of the block that it shows: `text` for the text in brackets, or an attribute. */
  text(text: string, field?: string): void;
  /** Markdown within a line, which shows a value of the block. */
  inline(source: string, field: string): void;
  /** An image; `sizes` are the widths at which it is shown, by default those of the text's images. */
  image(src: string, alt: string, sizes?: string): void;
  /** A link to a published demo with its image and title. */
  demo(id: string, sizes?: string): void;
  /** The content between the fences. */
  content(): void;
  /** The name of the block around this one; null at the top level. */
  parent: string | null;
}

/** Writes a block as one element. */
export const writeBlock = (writer: BlockWriter, block: ReadBlock): void =>
  elements[block.definition.name]?.(writer, { ...block.values, text: block.text });

/** Names of blocks that the site shows; for tests. */
export const shownBlocks = (): string[] => Object.keys(elements);

type Values = Readonly<Record<string, string>> & { text: string };

const wide = '(min-width: 70rem) 66rem, 92vw';
const widths: Record<string, { className: string; sizes?: string }> = {
  text: { className: '' },
  wide: { className: ' is-wide', sizes: wide },
  full: { className: ' is-full', sizes: '100vw' },
};

/** The widths of images in a grid of 2 to 4 columns. */
const columnSizes: Record<string, string> = {
  2: '(min-width: 70rem) 32rem, (min-width: 40rem) 46vw, 92vw',
  3: '(min-width: 70rem) 21rem, (min-width: 40rem) 46vw, 92vw',
  4: '(min-width: 70rem) 16rem, (min-width: 40rem) 46vw, 92vw',
};

const elements: Record<string, (writer: BlockWriter, values: Values) => void> = {
  callout: (to, { type, text }) =>
    to.element('div', { class: `b-callout is-${type}`, role: 'note' }, () => {
      if (text !== '') to.element('p', { class: 'b-title' }, () => to.text(text, 'text'));
      to.content();
    }),
  columns: (to) => to.element('div', { class: 'b-columns' }, () => to.content()),
  column: (to) => to.element('div', { class: 'b-column' }, () => to.content()),
  cards: (to, { columns }) => to.element('div', { class: `b-cards has-${columns}` }, () => to.content()),
  card: (to, { text, href = '', src = '', alt = '' }) =>
    to.element('div', { class: 'b-card' }, () => {
      if (src !== '') to.image(src, alt, columnSizes[3]);
      to.element('div', { class: 'b-card-text' }, () => {
        to.heading(() => (href === '' ? to.text(text, 'text') : to.link(href, '', () => to.text(text, 'text'))));
        to.content();
      });
    }),
  button: (to, { text, href = '', style }) =>
    to.element('p', { class: 'b-button' }, () =>
      to.link(href, style === 'secondary' ? 'button button-quiet' : 'button', () => to.text(text, 'text')),
    ),
  quote: (to, { text, href = '' }) =>
    to.element('figure', { class: 'b-quote' }, () => {
      to.element('blockquote', {}, () => to.content());
      if (text === '') return;
      to.element('figcaption', {}, () =>
        href === '' ? to.text(text, 'text') : to.link(href, '', () => to.text(text, 'text')),
      );
    }),
  questions: (to) => to.element('div', { class: 'b-questions' }, () => to.content()),
  question: (to, { text, open }) =>
    to.element('details', open === 'true' ? { open: '' } : {}, () => {
      to.element('summary', {}, () => to.text(text, 'text'));
      to.content();
    }),
  image: (to, { text, src = '', alt = '', width = 'text' }) => {
    const { className, sizes } = widths[to.parent === 'gallery' ? 'text' : width] ?? { className: '' };
    to.element('figure', { class: `b-image${className}` }, () => {
      to.image(src, alt, to.parent === 'gallery' ? columnSizes[2] : sizes);
      if (text !== '') to.element('figcaption', {}, () => to.inline(text, 'text'));
    });
  },
  gallery: (to, { columns }) => to.element('div', { class: `b-gallery has-${columns}` }, () => to.content()),
  video: (to, { text, url = '', poster = '', width = 'text' }) => {
    const { className, sizes } = widths[width] ?? { className: '' };
    to.element('figure', { class: `b-video${className}` }, () =>
      to.video(url, text, () => {
        if (poster !== '') to.image(poster, '', sizes);
        to.element('span', { class: 'b-video-title' }, () => to.text(text, 'text'));
      }),
    );
  },
  demo: (to, { text, id = '', width = 'text' }) => {
    const { className, sizes } = widths[width] ?? { className: '' };
    to.element('figure', { class: `b-demo${className}` }, () => {
      to.demo(id, sizes);
      if (text !== '') to.element('figcaption', {}, () => to.inline(text, 'text'));
    });
  },
  logos: (to, { text }) =>
    to.element('div', { class: 'b-logos' }, () => {
      if (text !== '') to.element('p', { class: 'b-title' }, () => to.text(text, 'text'));
      to.element('div', { class: 'b-row' }, () => to.content());
    }),
  logo: (to, { text, src = '', href = '' }) =>
    to.element('p', { class: 'b-logo' }, () =>
      href === '' ? to.image(src, text, '10rem') : to.link(href, '', () => to.image(src, text, '10rem')),
    ),
  numbers: (to) => to.element('div', { class: 'b-numbers' }, () => to.content()),
  number: (to, { text, value = '' }) =>
    to.element('p', { class: 'b-number' }, () => {
      to.element('strong', {}, () => to.text(value, 'value'));
      to.text(' ');
      to.element('span', {}, () => to.text(text, 'text'));
    }),
};
