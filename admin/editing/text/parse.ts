import { blockDefinition, parseDirective, type Directive } from '@frontage/model/blocks';
import { markdownTokens } from '@frontage/model/markdown';
import type { Attrs, Mark, Node } from 'prosemirror-model';
import { changeNode, nodeChanges } from './block-changes.ts';
import { directiveType, isSameBlock, schema } from './schema.ts';
import { isEmptyBlock, serializeBlock } from './serialize.ts';
import type { EditorState, Transaction } from 'prosemirror-state';

type Token = ReturnType<typeof markdownTokens>[number];

/** A top-level block: its exact source, the text between it and the block before, and its node. */
export interface SourceBlock {
  before: string;
  source: string;
  node: Node;
}

/** Blocks whose sources and separators are, in order, the bytes of a text. */
export interface ParsedText {
  blocks: SourceBlock[];
  /** The text after the last block. */
  after: string;
}

/**
 * Splits a text into its top-level blocks, as the site parses them. A block that the editor could not write back with
 * the same meaning is a Markdown block.
 */
export function parseText(text: string): ParsedText {
  const offsets = lineOffsets(text);
  const at = (line: number): number => offsets[Math.min(line, offsets.length - 1)] ?? text.length;
  const blocks: SourceBlock[] = [];
  let end = 0;

  const add = (from: number, to: number, nodeOf: (source: string) => Node) => {
    const source = withoutFinalSpace(text.slice(from, to));
    blocks.push({ before: text.slice(end, from), source, node: nodeOf(source) });
    end = from + source.length;
  };
  // Between blocks are only definitions of references, which render nothing.
  const addDefinitions = (to: number) => {
    const gap = text.slice(end, to);
    if (gap.trim() === '') return;
    const from = end + gap.length - gap.replace(/^\s*(?:\r\n?|\n)/, '').length;
    add(from, to, markdownBlock);
  };

  for (const tokens of topLevelBlocks(markdownTokens(text))) {
    const [first = 0, last = first] = tokens[0]?.map ?? [];
    const from = Math.max(end, at(first));
    addDefinitions(from);
    add(from, at(last), (source) => visualBlock(source, tokens) ?? markdownBlock(source));
  }
  addDefinitions(text.length);
  return { blocks, after: text.slice(end) };
}

const markdownBlock = (source: string): Node => schema.node('markdown_block', { source });

// Directives that the site shows as text, and definitions inside other blocks, which parsing would lose.
const unknown = /^ {0,3}::+/m;
const definition = /^[ \t>*+\-\d.)]*\[(?:\\[^]|[^[\]\\])+\]:/m;

function visualBlock(source: string, tokens: readonly Token[]): Node | null {
  const isDirective = tokens[0]?.type === 'block_open';
  if (definition.test(source) || isTooDeep(tokens)) return null;
  if (!isDirective && unknown.test(source)) return invalidLeaf(source);
  const node = nodeOf(tokens);
  return node && isWritable(node) ? node : null;
}

/** The marks of lines that a block may be written with: each line gets one for each quote and list around it. */
const mostMarks = 100_000;

/** Whether writing a block would take much more time and space than its source. */
function isTooDeep(tokens: readonly Token[]): boolean {
  const [first = 0, last = first] = tokens[0]?.map ?? [];
  const deepest = tokens.reduce((most, { level }) => Math.max(most, level), 0);
  return deepest * (last - first) > mostMarks;
}

/** A block without content whose required values are missing: the site shows it as text, the editor as its form. */
function invalidLeaf(source: string): Node | null {
  const directive = parseDirective(source);
  const known = directive && blockDefinition(directive.name);
  if (!known || known.content !== 'none' || known.within !== undefined || directive.colons !== 2) return null;
  return schema.node('block_leaf', { ...directive, colons: undefined });
}

/** Whether a block is the same after writing and reading it. */
function isWritable(node: Node): boolean {
  const [again, ...more] = topLevelBlocks(markdownTokens(serializeBlock(node)));
  const copy = again && more.length === 0 ? nodeOf(again) : null;
  return copy !== null && copy.eq(node);
}

/** The nodes of a Markdown text, without their sources. */
export function parseNodes(text: string): Node[] {
  return topLevelBlocks(markdownTokens(text)).map((tokens) => nodeOf(tokens) ?? markdownBlock(''));
}

/** The first lines of the top-level blocks, from 0. */
const blockLines = (text: string): number[] =>
  topLevelBlocks(markdownTokens(text)).map(([token]) => token?.map?.[0] ?? 0);

/** The child indexes that lead from the first block of a text to the innermost one that begins at or before a line. */
export function pathToLine(text: string, line: number): number[] {
  let path: number[] = [];
  const indexes = [-1];
  for (const { type, nesting, block, map } of markdownTokens(text)) {
    if (!block || type === 'inline' || transparent.test(type)) continue;
    if (nesting === -1) indexes.pop();
    else {
      indexes.push((indexes.pop() ?? 0) + 1);
      if ((map?.[0] ?? Infinity) <= line) path = [...indexes];
    }
    if (nesting === 1) indexes.push(-1);
  }
  return path.slice(1);
}

function topLevelBlocks(tokens: readonly Token[]): Token[][] {
  const blocks: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0) blocks.push([]);
    blocks.at(-1)?.push(token);
    depth += token.nesting;
  }
  return blocks;
}

/** The offset of each line and, last, the length of the text. Lines end as the parser ends them. */
function lineOffsets(text: string): number[] {
  const offsets = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) offsets.push(index + end.length);
  offsets.push(text.length);
  return offsets;
}

/** Without blank lines and the line break at the end; the last line keeps its spaces. */
function withoutFinalSpace(text: string): string {
  // An expression that ends with `$` tries each run of blank lines, which takes quadratic time.
  let end = text.length;
  while (/[ \t\r\n]/.test(text.charAt(end - 1))) end -= 1;
  const lineBreak = text.slice(end).search(/[\r\n]/);
  return lineBreak === -1 ? text : text.slice(0, end + lineBreak);
}

interface Open {
  type: string;
  attrs: Attrs | null;
  content: Node[];
  /** For a list: whether its paragraphs are bare text, without space between them. */
  isTight?: boolean;
}

class UnknownMarkdown extends Error {}

/** The node of one top-level block; null for an unknown construct. */
function nodeOf(tokens: readonly Token[]): Node | null {
  const root: Open = { type: 'doc', attrs: null, content: [] };
  const stack: Open[] = [root];
  // Inside a directive, other tokens are elements that the site draws around its content.
  let directives = 0;
  const top = () => stack.at(-1) ?? root;
  const close = () => {
    const { type, attrs, content, isTight } = stack.pop() ?? root;
    if (/^(list_item|blockquote|block_container)$/.test(type) && content.length === 0)
      content.push(schema.node('paragraph'));
    top().content.push(
      schema.nodes[type as 'paragraph'].createChecked(isTight === undefined ? attrs : { ...attrs, isTight }, content),
    );
  };
  try {
    for (const token of tokens) {
      if (token.type === 'block_open') directives += 1;
      if (directives > 0 && !token.block) continue;
      if (token.type === 'block_close') directives -= 1;
      const opened = openers[token.type]?.(token);
      if (opened) stack.push({ content: [], ...opened });
      else if (token.type === 'inline') top().content.push(...inlineNodes(token.children ?? []));
      else if (token.nesting === -1 && !transparent.test(token.type)) close();
      else if (!transparent.test(token.type)) top().content.push(leafNode(token));
      if (token.type === 'paragraph_open') setTight(stack, token.hidden);
    }
    return root.content.length === 1 ? (root.content[0] ?? null) : null;
  } catch (error) {
    if (error instanceof UnknownMarkdown || error instanceof RangeError) return null;
    throw error;
  }
}

function setTight(stack: readonly Open[], isTight: boolean): void {
  const list = stack.at(-3);
  if (stack.at(-2)?.type === 'list_item' && list) list.isTight = isTight;
}

const transparent = /^(thead|tbody)_(open|close)$/;

const openers: Record<string, (token: Token) => Pick<Open, 'type' | 'attrs' | 'isTight'>> = {
  block_open: ({ meta }) => {
    const { name, text, attributes } = (meta as { directive: Directive }).directive;
    const known = blockDefinition(name);
    if (!known) throw new UnknownMarkdown(name);
    return { type: directiveType(known).name, attrs: { name, text, attributes } };
  },
  paragraph_open: () => ({ type: 'paragraph', attrs: null }),
  heading_open: ({ tag }) => ({ type: 'heading', attrs: { level: Number(tag.slice(1)) } }),
  blockquote_open: () => ({ type: 'blockquote', attrs: null }),
  bullet_list_open: ({ markup }) => ({ type: 'bullet_list', attrs: { marker: markup }, isTight: true }),
  ordered_list_open: (token) => ({
    type: 'ordered_list',
    attrs: { marker: token.markup, start: Number(token.attrGet('start') ?? 1) },
    isTight: true,
  }),
  list_item_open: () => ({ type: 'list_item', attrs: null }),
  table_open: () => ({ type: 'table', attrs: null }),
  tr_open: () => ({ type: 'table_row', attrs: null }),
  th_open: (token) => ({ type: 'table_header', attrs: { align: alignOf(token) } }),
  td_open: (token) => ({ type: 'table_cell', attrs: { align: alignOf(token) } }),
};

const alignOf = (token: Token): string | null => /text-align:(\w+)/.exec(String(token.attrGet('style')))?.[1] ?? null;

function leafNode({ type, content, info }: Token): Node {
  if (type === 'hr') return schema.node('divider');
  if (type !== 'fence' && type !== 'code_block') throw new UnknownMarkdown(type);
  const text = content.replace(/\n$/, '');
  return schema.node('code_block', { info: info.trim() }, text === '' ? [] : [schema.text(text)]);
}

const markNames: Record<string, 'strong' | 'em' | 'strike'> = { strong: 'strong', em: 'em', s: 'strike' };

function inlineNodes(tokens: readonly Token[]): Node[] {
  const nodes: Node[] = [];
  let marks: readonly Mark[] = [];
  tokens.forEach((token, index) => {
    const [, name = '', side] = /^(.+)_(open|close)$/.exec(token.type) ?? [];
    if (side) {
      const type = name === 'link' ? 'link' : markNames[name];
      // An empty link is invisible, and a visual editor would remove it.
      if (!type || tokens[index + 1]?.type === `${name}_close`) throw new UnknownMarkdown(token.type);
      const mark = schema.mark(type, type === 'link' ? linkAttributes(token) : null);
      // Equal marks do not nest in the editor.
      if (side === 'open' && marks.some((other) => other.type === mark.type)) throw new UnknownMarkdown(token.type);
      marks = side === 'open' ? mark.addToSet(marks) : marks.filter((other) => other.type !== mark.type);
    } else nodes.push(...inlineNode(token, marks));
  });
  return nodes;
}

const linkAttributes = (token: Token) => ({
  href: String(token.attrGet('href') ?? ''),
  title: String(token.attrGet('title') ?? ''),
});

function inlineNode(token: Token, marks: readonly Mark[]): Node[] {
  const { type, content } = token;
  if (type === 'text') return content === '' ? [] : [schema.text(content, marks)];
  if (type === 'code_inline') return [schema.text(content, schema.mark('code').addToSet(marks))];
  // The site keeps line breaks, so both kinds look alike.
  if (type === 'softbreak' || type === 'hardbreak') return [schema.node('hard_break', null, [], marks)];
  if (type !== 'image') throw new UnknownMarkdown(type);
  const attributes = {
    src: String(token.attrGet('src')),
    alt: altOf(token),
    title: String(token.attrGet('title') ?? ''),
  };
  return [schema.node('image', attributes, [], marks)];
}

/** The alternative text that the site renders: without markup. */
function altOf({ children }: Token): string {
  const texts = (children ?? []).map((child) =>
    child.type === 'image' ? altOf(child) : /break$/.test(child.type) ? '\n' : child.content,
  );
  return texts.join('');
}

interface Origin {
  source: string;
  node: Node;
}

/** A block of the document as it is written. */
export interface WrittenBlock {
  node: Node;
  /** Its position in the document. */
  pos: number;
  /** Its Markdown and the text between it and the block before. */
  text: string;
  before: string;
  /** The id of its origin; 0 for a new block. `isUnchanged` while it equals its origin. */
  id: number;
  isUnchanged: boolean;
}

/** How two blocks follow each other. */
interface Joint {
  first: string;
  separator: string;
  second: string;
}

const edge = 0;
const pairOf = (before: number, after: number): string => `${before}>${after}`;

/**
 * The Markdown source behind a document. Blocks refer to their original text, so that unchanged blocks and the
 * separators between them are written as they were read, and an edit changes the bytes of its block alone.
 */
export class MarkdownSource {
  readonly #origins = new Map<number, Origin>();
  readonly #separators = new Map<string, string>();
  readonly #written = new WeakMap<Node, string>();
  #joints = new WeakMap<Node, { next: Node; from: string; joint: Joint }>();
  #lastId = edge;
  #lineBreak = '\n';
  /** The blocks of the last document, which is written and measured after each key. */
  #last: { doc: Node; blocks: readonly WrittenBlock[] } | null = null;

  /** The document of a text. */
  open(text: string): Node {
    const { blocks, after } = parseText(text);
    this.#lineBreak = /\r\n/.test(text) ? '\r\n' : '\n';
    const ids = blocks.map((block) => this.#add(block));
    this.#separate(blocks, { ids, after });
    const nodes = ids.flatMap((id) => this.#origins.get(id)?.node ?? []);
    return schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')]);
  }

  /** The text of a document. */
  write(doc: Node): string {
    const blocks = this.blocks(doc);
    const after = this.#separators.get(pairOf(blocks.at(-1)?.id ?? edge, edge)) ?? '';
    return blocks.map(({ before, text }) => before + text).join('') + after;
  }

  /** The written blocks of a document. Empty paragraphs, which Markdown cannot express, are not among them. */
  blocks(doc: Node): readonly WrittenBlock[] {
    if (this.#last?.doc !== doc) this.#last = { doc, blocks: this.#write(doc) };
    return this.#last.blocks;
  }

  /** The offset in the text at a position of the document: the start or the end of the block around it. */
  offsetAt(doc: Node, position: number): number {
    let end = 0;
    for (const { before, text, pos, node } of this.blocks(doc)) {
      if (position < pos) return end;
      const start = end + before.length;
      end = start + text.length;
      if (position <= pos + (node.isLeaf ? 0 : 1)) return start;
      if (position < pos + node.nodeSize) return end;
    }
    return end;
  }

  /** The position before or after the block at an offset of the text. */
  positionAt(doc: Node, offset: number): number {
    let end = 0;
    for (const { before, text, pos, node } of this.blocks(doc)) {
      const start = end + before.length;
      end = start + text.length;
      if (offset <= start) return pos;
      if (offset <= end) return pos + node.nodeSize;
    }
    return doc.content.size;
  }

  #write(doc: Node): WrittenBlock[] {
    const blocks: WrittenBlock[] = [];
    doc.forEach((node, pos) => {
      const id = Number(node.attrs['origin'] ?? edge);
      const origin = this.#origins.get(id);
      const isUnchanged = origin !== undefined && node.eq(origin.node);
      if (!isUnchanged && isEmptyBlock(node)) return;
      const block = {
        node,
        pos,
        id,
        isUnchanged,
        before: '',
        text: isUnchanged ? origin.source : this.#serialize(node),
      };
      const previous = blocks.at(-1);
      if (previous) {
        const { first, separator, second } = this.#joint(previous, block);
        previous.text = first;
        blocks.push({ ...block, before: separator, text: second });
      } else blocks.push({ ...block, before: this.#separators.get(pairOf(edge, id)) ?? '' });
    });
    return blocks;
  }

  /** A transaction that turns the document into that of another text, keeping equal blocks; null if nothing changes. */
  replace(state: EditorState, text: string): Transaction | null {
    const current = this.blocks(state.doc);
    const { blocks: next, after } = parseText(text);
    const isKept = (a: WrittenBlock | undefined, b: SourceBlock | undefined) =>
      a !== undefined && b !== undefined && a.text === b.source && isSameBlock(a.node, b.node);
    const shorter = Math.min(current.length, next.length);
    let head = 0;
    while (head < shorter && isKept(current[head], next[head])) head += 1;
    let tail = 0;
    while (tail < shorter - head && isKept(current.at(-1 - tail), next.at(-1 - tail))) tail += 1;

    const { tr } = state;
    const old = current.slice(head, current.length - tail);
    const changes = nodeChanges(
      old.map(({ node }) => node),
      next.slice(head, next.length - tail).map(({ node }) => node),
    );
    const ids = keptBlocks({ current, next, head, tail, changes }).map((kept, index) => {
      const block = next[index];
      if (!block) return edge;
      if (kept && kept.isUnchanged && kept.text === block.source) return kept.id;
      const id = this.#add(block);
      if (kept) tr.setNodeAttribute(kept.pos, 'origin', id);
      return id;
    });
    this.#separate(next, { ids, after });
    if (next.length === 0) {
      if (current.length === 0) return null;
      return tr.replaceWith(0, state.doc.content.size, schema.node('paragraph'));
    }
    const endOf = (block: WrittenBlock | undefined) => (block ? block.pos + block.node.nodeSize : 0);
    // From the end, so that the positions before a change stay.
    for (const { at, removed, added, to } of changes.toReversed()) {
      const nodes = ids.slice(head + to, head + to + added).flatMap((id) => this.#origins.get(id)?.node ?? []);
      const [first] = nodes;
      const from = old[at]?.pos ?? 0;
      if (removed === 1 && added === 1 && first) changeNode(tr, from, first);
      else if (removed > 0) tr.replaceWith(from, endOf(old[at + removed - 1]), nodes);
      else if (current.length === 0) tr.replaceWith(0, state.doc.content.size, nodes);
      else tr.insert(endOf(current[head + at - 1]), nodes);
    }
    return tr.docChanged ? tr : null;
  }

  #add({ source, node }: SourceBlock): number {
    const id = (this.#lastId += 1);
    const own = node.type.create({ ...node.attrs, origin: id }, node.content, node.marks);
    this.#origins.set(id, { source, node: own });
    return id;
  }

  #separate(blocks: readonly SourceBlock[], { ids, after }: { ids: readonly number[]; after: string }): void {
    blocks.forEach(({ before }, index) => {
      this.#separators.set(pairOf(ids[index - 1] ?? edge, ids[index] ?? edge), before);
    });
    this.#separators.set(pairOf(ids.at(-1) ?? edge, edge), after);
    this.#joints = new WeakMap();
    this.#last = null;
  }

  #serialize(node: Node): string {
    const known = this.#written.get(node);
    if (known !== undefined) return known;
    const text = this.#withLineBreaks(serializeBlock(node));
    this.#written.set(node, text);
    return text;
  }

  #withLineBreaks(text: string): string {
    return this.#lineBreak === '\n' ? text : text.replace(/\r?\n/g, this.#lineBreak);
  }

  /** Separates two blocks. If one would continue the other, they are written in another way. */
  #joint(previous: WrittenBlock, block: WrittenBlock): Joint {
    const stored =
      previous.id > edge && block.id > edge ? this.#separators.get(pairOf(previous.id, block.id)) : undefined;
    if (stored !== undefined && previous.isUnchanged && block.isUnchanged)
      return { first: previous.text, separator: stored, second: block.text };
    const known = this.#joints.get(previous.node);
    if (known?.next === block.node && known.from === previous.text) return known.joint;
    const blankLine = this.#lineBreak.repeat(2);
    const other = this.#withLineBreaks(serializeBlock(block.node, { isOtherList: true }));
    const closed = this.#serialize(previous.node);
    const given = { first: previous.text, separator: stored ?? blankLine, second: block.text };
    const ways: Joint[] = [
      given,
      { ...given, separator: blankLine },
      { ...given, separator: blankLine, second: this.#serialize(block.node) },
      { ...given, separator: blankLine, second: other },
      { first: closed, separator: blankLine, second: block.text },
      { first: closed, separator: blankLine, second: other },
    ];
    const joint = ways.find(areSeparate) ?? given;
    this.#joints.set(previous.node, { next: block.node, from: previous.text, joint });
    return joint;
  }
}

interface Alignment {
  current: readonly WrittenBlock[];
  next: readonly SourceBlock[];
  /** The numbers of equal blocks at the start and the end. */
  head: number;
  tail: number;
  /** The changes between them. */
  changes: ReturnType<typeof nodeChanges>;
}

/** The block that stays for each block of another text; undefined for changed and new ones. */
function keptBlocks({ current, next, head, tail, changes }: Alignment): (WrittenBlock | undefined)[] {
  const kept: (WrittenBlock | undefined)[] = current.slice(0, head);
  let at = head;
  const keepTo = (index: number) => {
    while (at < index) kept.push(current[at++]);
  };
  for (const change of changes) {
    keepTo(head + change.at);
    at += change.removed;
    for (let added = 0; added < change.added; added += 1) kept.push(undefined);
  }
  keepTo(current.length - tail);
  return [...kept, ...current.slice(current.length - tail)].slice(0, next.length);
}

/** Whether two blocks stay two blocks in one text. */
function areSeparate({ first, separator, second }: Joint): boolean {
  const lines = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;
  // Most blocks end at a blank line; lists and code can continue after it, and so can an open fence.
  const isPlain = (text: string): boolean => /^(?:[\p{L}#>|!]|(?:\*\*?|__?)\p{L})/u.test(text);
  if (lines(separator) > 1 && isPlain(first) && isPlain(second)) return true;
  const start = lines(first) + lines(separator);
  const found = blockLines(first + separator + second);
  const alone = blockLines(second);
  // Definitions have no lines in the parsed text.
  if (alone.length === 0) return !found.some((line) => line >= start);
  return found.length === blockLines(first).length + alone.length && found.includes(start);
}
