import { formatDirective } from '@frontage/model/blocks';
import type { Mark, Node } from 'prosemirror-model';
import { directiveOf } from './schema.ts';

interface SerializeOptions {
  /** For a list: the other marker, so that it does not continue the list before it. */
  isOtherList?: boolean;
}

/** Writes a block as Markdown, without a line break at the end. */
export function serializeBlock(node: Node, { isOtherList = false }: SerializeOptions = {}): string {
  const directive = directiveOf(node);
  if (directive) return formatDirective(directive, serializeBlocks(children(node)));
  switch (node.type.name) {
    case 'paragraph':
      return paragraph(node);
    case 'heading':
      return heading(node);
    case 'blockquote':
      return serializeBlocks(children(node))
        .split('\n')
        .map((line) => (line === '' ? '>' : `> ${line}`))
        .join('\n');
    case 'bullet_list':
    case 'ordered_list':
      return list(node, isOtherList);
    case 'code_block':
      return codeBlock(node);
    case 'divider':
      return '---';
    case 'table':
      return table(node);
    default:
      return String(node.attrs['source'] ?? node.textContent);
  }
}

// Begins at the start of a run of spaces only: trying each space takes quadratic time.
const lineBreaks = /(?<!\s)\s*\n\s*/g;

const children = (node: Node): Node[] => [...node.children];

const isList = ({ type }: Node): boolean => type.name === 'bullet_list' || type.name === 'ordered_list';

/** Writes blocks that follow each other, without empty paragraphs. `isTight` leaves no blank lines between them. */
export function serializeBlocks(nodes: readonly Node[], isTight = false): string {
  const shown = nodes.filter((node, index) => !isEmptyBlock(node) || (index === 0 && nodes.length === 1));
  let marker = '';
  return shown
    .map((node, index) => {
      const isOtherList = isList(node) && shown[index - 1]?.type === node.type && node.attrs['marker'] === marker;
      marker = isList(node) ? markerOf(node, isOtherList) : '';
      // Directly after a line with `|`, `---` would make a table.
      const isRisky = isTight && index > 0 && node.type.name === 'divider';
      const text = isRisky ? '___' : serializeBlock(node, { isOtherList });
      return index === 0 ? text : (isTight ? '\n' : '\n\n') + text;
    })
    .join('');
}

/** Whether a block is a paragraph of spaces and line breaks, which Markdown cannot express, or an empty Markdown block. */
export const isEmptyBlock = ({ type, attrs, children }: Node): boolean =>
  attrs['source'] === '' ||
  (type.name === 'paragraph' &&
    children.every(
      (child) =>
        child.type.name === 'hard_break' ||
        (/^[^\S\u00a0]+$/.test(child.text ?? 'image') && !child.marks.some((mark) => mark.type.name === 'code')),
    ));

const otherMarkers: Record<string, string> = { '-': '*', '*': '-', '+': '-', '.': ')', ')': '.' };

function markerOf({ attrs }: Node, isOther: boolean): string {
  const marker = String(attrs['marker']);
  return isOther ? (otherMarkers[marker] ?? marker) : marker;
}

function list(node: Node, isOther: boolean): string {
  const { start, isTight } = node.attrs as { start?: number; isTight: boolean };
  const shown = markerOf(node, isOther);
  const items = children(node);
  // Two paragraphs in one item need a blank line between them, and so do two lists.
  const hasNeighbors = items.some((item) =>
    children(item).some((child, index) => {
      const before = item.maybeChild(index - 1);
      return before !== null && needsBlankLine(before, child);
    }),
  );
  const tight = isTight && !hasNeighbors;
  return items
    .map((item, index) => {
      const mark = start === undefined ? shown : `${start + index}${shown}`;
      // `---` after a marker would be a divider around it.
      const text = serializeBlocks(children(item), tight).replace(/^---(?=\n|$)/, '___');
      // A marker before an indented or empty line is followed by a single space.
      const indent = ' '.repeat(mark.length + 1);
      const lines = text.split('\n').map((line, at) => (line === '' || at === 0 ? line : indent + line));
      return text === '' ? mark : `${mark} ${lines.join('\n')}`;
    })
    .join(tight ? '\n' : '\n\n');
}

/** Whether a block would continue the one before without a blank line between them. */
function needsBlankLine(before: Node, block: Node): boolean {
  const { name } = block.type;
  if (/^(heading|code_block|divider)$/.test(before.type.name) || name === 'heading' || name === 'code_block')
    return false;
  if (before.type.name !== 'paragraph') return name !== 'blockquote' || before.type === block.type;
  // Other lists do not interrupt a paragraph.
  const interrupts = name === 'bullet_list' || block.attrs['start'] === 1;
  return name !== 'blockquote' && !(isList(block) && interrupts && block.firstChild?.textContent.trim() !== '');
}

function codeBlock(node: Node): string {
  const info = String(node.attrs['info']);
  const mark = info.includes('`') ? '~' : '`';
  const runs = node.textContent.match(mark === '~' ? /~{3,}/g : /`{3,}/g) ?? [];
  const fence = mark.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [fence + escapeInfo(info), ...(node.content.size > 0 ? [node.textContent] : []), fence].join('\n');
}

const escapeInfo = (info: string): string =>
  info.replace(/\\(?=[!-/:-@[-`{-~])|&(?=#?\w+;)/g, '\\$&').replace(/\s+/g, ' ');

function heading(node: Node): string {
  const text = inline(children(node)).replace(lineBreaks, ' ').trim();
  // A final run of `#` would be removed.
  const closed = text.replace(/(^|\s)(#+)$/, '$1\\$2');
  return `${'#'.repeat(Number(node.attrs['level']))} ${closed}`.trimEnd();
}

function paragraph(node: Node): string {
  return inline(children(node))
    .split('\n')
    .map((line) => escapeLineStart(line.trim()))
    .filter((line) => line !== '')
    .join('\n');
}

/** Escapes a character that would start another block. */
function escapeLineStart(line: string): string {
  if (
    /^(#{1,6}(\s|$)|>|[-+*](\s|$)|(=+|-+)\s*$|(-\s*){3,}$|(\*\s*){3,}$|(_\s*){3,}$|~{3}|[:|-][:|\-\s]*$|::)/.test(line)
  )
    return `\\${line}`;
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

function table(node: Node): string {
  const rows = children(node);
  const header = rows[0];
  if (!header) return '';
  const columns = header.childCount;
  const cells = (row: Node) =>
    Array.from({ length: columns }, (_, index) => {
      const cell = row.maybeChild(index);
      return cell ? inline(children(cell), true).replace(lineBreaks, ' ').trim() : '';
    });
  const line = (texts: readonly string[]) => `| ${texts.map((text) => (text === '' ? ' ' : `${text} `)).join('| ')}|`;
  const aligns = children(header).map(({ attrs }) => marks[String(attrs['align'])] ?? '---');
  return [line(cells(header)), line(aligns), ...rows.slice(1).map((row) => line(cells(row)))].join('\n');
}

const marks: Record<string, string> = { left: ':--', center: ':-:', right: '--:' };

// Inline elements.

const delimited = ['link', 'strong', 'em', 'strike'];

const isSpace = (character: string): boolean => character === '' || /\s/.test(character);
const isPunctuation = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);
const isWord = (character: string): boolean => !isSpace(character) && !isPunctuation(character);

interface Surroundings {
  before: string;
  after: string;
  isCell: boolean;
}

function inline(nodes: readonly Node[], isCell = false): string {
  return inlineRuns(nodes, [], { before: '', after: '', isCell });
}

/** Writes nodes whose marks `done` are already written around them. */
function inlineRuns(nodes: readonly Node[], done: readonly Mark[], around: Surroundings): string {
  let text = '';
  // Reading it from `text` would join its parts for each node, which takes quadratic time.
  let last = '';
  let encodesNext = false;
  for (let index = 0; index < nodes.length;) {
    const { mark, end } = longestRun(nodes, index, done);
    const run = nodes.slice(index, end);
    const before = last || around.before;
    const after = firstCharacter(nodes[end], done) ?? around.after;
    if (mark) {
      const part = wrapped(run, mark, { done: [...done, mark], around: { ...around, before, after } });
      if (part.encodesBefore && text !== '') text = withFinalEntity(text, before);
      text += part.text;
      last = lastCharacter(part.text) || last;
      encodesNext = part.encodesAfter;
    } else {
      const part = leaf(run[0], { before, after, isCell: around.isCell, next: nodes[end] });
      const [first = ''] = Array.from(part);
      const written = encodesNext && isWord(first) ? entity(first) + part.slice(first.length) : part;
      text += written;
      last = lastCharacter(written) || last;
      encodesNext = false;
    }
    index = end;
  }
  return text;
}

const entity = (character: string): string => `&#${character.codePointAt(0) ?? 32};`;

function withFinalEntity(text: string, character: string): string {
  const start = text.slice(0, -character.length);
  const backslashes = /\\*$/.exec(start)?.[0].length ?? 0;
  // A backslash before a letter is one; before a number's `&` it must be escaped.
  return start + (backslashes % 2 === 1 ? '\\' : '') + entity(character);
}

const lastCharacter = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? '';

/** The first character that a node is written with, inside the marks `done`; null without a node. */
function firstCharacter(node: Node | undefined, done: readonly Mark[]): string | null {
  if (!node) return null;
  if (node.marks.some((mark) => !done.some((other) => other.eq(mark)))) return '*';
  if (node.type.name === 'hard_break') return '\n';
  return node.isText ? (Array.from(node.text ?? '')[0] ?? '') : '!';
}

/** The mark that covers most of the nodes from `start`, outermost first; null for a node without further marks. */
function longestRun(nodes: readonly Node[], start: number, done: readonly Mark[]): { mark: Mark | null; end: number } {
  let best: { mark: Mark | null; end: number } = { mark: null, end: start + 1 };
  for (const name of delimited) {
    const mark = nodes[start]?.marks.find(({ type }) => type.name === name);
    if (!mark || done.some((other) => other.eq(mark))) continue;
    let end = start + 1;
    while (end < nodes.length && nodes[end]?.marks.some((other) => other.eq(mark))) end += 1;
    if (best.mark === null || end > best.end) best = { mark, end };
  }
  return best;
}

/** A written run. `encodes…` is set if the letter beside it must be written as its number. */
interface Run {
  text: string;
  encodesBefore: boolean;
  encodesAfter: boolean;
}

interface RunPlace {
  done: readonly Mark[];
  around: Surroundings;
}

function wrapped(nodes: readonly Node[], mark: Mark, { done, around }: RunPlace): Run {
  const plain = { encodesBefore: false, encodesAfter: false };
  if (mark.type.name === 'link') return { text: link(nodes, mark, { done, around }), ...plain };
  const inner = inlineRuns(nodes, done, { ...around, before: '*', after: '*' });
  // Spaces at the edges of an emphasis would make its marks plain text.
  const [, lead = '', content = '', trail = ''] = /^(\s*)([^]*?)(\s*)$/.exec(inner) ?? [];
  if (content === '') return { text: lead + trail, ...plain };
  const before = lead.at(-1) ?? around.before;
  const after = trail[0] ?? around.after;
  const delimiter = delimiterOf(mark, content, before + after);
  // Marks between a letter and punctuation inside them would be plain text.
  const isStrict = delimiter === '_';
  return {
    text: lead + delimiter + content + delimiter + trail,
    encodesBefore: isWord(before) && (isStrict || isPunctuation(Array.from(content.slice(0, 2))[0] ?? '')),
    encodesAfter: isWord(after) && (isStrict || isPunctuation(lastCharacter(content))),
  };
}

function delimiterOf({ type }: Mark, content: string, around: string): string {
  if (type.name !== 'em') return type.name === 'strong' ? '**' : '~~';
  // `*` beside another `*` would be read as bold.
  const isBesideStar = around.includes('*') || content.startsWith('*') || content.endsWith('*');
  return isBesideStar || !Array.from(around).some(isWord) ? '_' : '*';
}

function link(nodes: readonly Node[], mark: Mark, { done, around }: RunPlace): string {
  const { href, title } = mark.attrs as { href: string; title: string };
  const [only] = nodes;
  if (
    title === '' &&
    nodes.length === 1 &&
    only?.text === href &&
    only.marks.length === done.length &&
    isAutolink(href)
  )
    return `<${href}>`;
  const text = inlineRuns(nodes, done, { ...around, before: '[', after: ']' });
  return `[${text}](${target(href, title, around.isCell)})`;
}

const isAutolink = (href: string): boolean => /^[a-z][a-z\d+.-]{1,31}:[^\s<>|]*$/i.test(href);

function target(address: string, title: string, isCell: boolean): string {
  const isPlain = /^[^\s<>()\\]+$/.test(address) && !/^[<]/.test(address);
  const escaped = isPlain
    ? escapeEntities(address)
    : `<${escapeEntities(address.replace(/[<>\\]/g, '\\$&')).replace(/\n/g, '%0A')}>`;
  const quoted = title === '' ? '' : ` "${escapeEntities(title.replace(/["\\]/g, '\\$&')).replace(lineBreaks, ' ')}"`;
  return isCell ? (escaped + quoted).replace(/\|/g, '\\|') : escaped + quoted;
}

const escapeEntities = (text: string): string => text.replace(/&(?=#?\w+;)/g, '\\&');

interface LeafPlace extends Surroundings {
  next: Node | undefined;
}

function leaf(node: Node | undefined, { before, after, isCell, next }: LeafPlace): string {
  if (!node) return '';
  if (node.type.name === 'hard_break') return '\n';
  if (node.type.name === 'image') {
    const { src, alt, title } = node.attrs as { src: string; alt: string; title: string };
    return `![${escapeText(alt.replace(lineBreaks, ' '), { before: '[', after: ']', isCell })}](${target(src, title, isCell)})`;
  }
  const text = node.text ?? '';
  if (node.marks.some(({ type }) => type.name === 'code')) return codeSpan(text, isCell);
  const escaped = escapeText(text, { before, after, isCell });
  return escaped.endsWith('!') && next && startsLink(next) ? `${escaped.slice(0, -1)}\\!` : escaped;
}

const startsLink = ({ marks, type }: Node): boolean =>
  type.name === 'image' || marks.some((mark) => mark.type.name === 'link');

function codeSpan(text: string, isCell: boolean): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const single = text.replace(/\n/g, ' ');
  const fence = shortestAbsent(single, longest);
  const pad = /^`|`$|^ [^]*\S[^]* $/.test(single) ? ' ' : '';
  const span = fence + pad + single + pad + fence;
  return isCell ? span.replace(/\|/g, '\\|') : span;
}

function shortestAbsent(text: string, longest: number): string {
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  for (let length = 1; length <= longest; length += 1) if (!runs.has(length)) return '`'.repeat(length);
  return '`'.repeat(longest + 1);
}

/** Escapes characters that would be markup. */
function escapeText(text: string, { before, after, isCell }: Surroundings): string {
  const escaped = text.replace(/[\\`*_[\]~<&|\u00a0]/g, (character, index: number) => {
    const previous = text[index - 1] ?? before;
    const next = text[index + 1] ?? after;
    switch (character) {
      case '\u00a0':
        return '&nbsp;';
      case '\\':
        return next === '' || /[\s!-/:-@[-`{-~]/.test(next) ? '\\\\' : character;
      case '*':
        return isSpace(previous) && isSpace(next) && previous !== '' && previous !== '\n' ? character : '\\*';
      case '_':
        return /[\p{L}\p{N}]/u.test(previous) && /[\p{L}\p{N}]/u.test(next) ? character : '\\_';
      case '~':
        return previous === '~' || next === '~' ? '\\~' : character;
      case '<':
        return /^<(?:[a-z][a-z\d+.-]{1,31}:|[^\s<>@]+@)/i.test(text.slice(index)) ? '\\<' : character;
      case '&':
        return /^&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{2,31});/i.test(text.slice(index)) ? '\\&' : character;
      case '|':
        return isCell ? '\\|' : character;
      default:
        return `\\${character}`;
    }
  });
  return escaped;
}
