import { changesBetween, newBudget } from '@frontage/model/text-changes';
import { commonEnds } from '../versions/compare-fields.ts';

/** A text and its selection, in UTF-16 offsets. */
export interface Passage {
  text: string;
  from: number;
  to: number;
}

/** Replaces [from, to) by `insert` and selects [anchor, head) of the result. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  anchor: number;
  head: number;
}

export type MarkdownCommand = (passage: Passage) => Edit;

/** Wraps the selection in `mark`, or removes existing marks. */
function toggleAround(mark: string, placeholder: string): MarkdownCommand {
  return ({ text, from, to }) => {
    const selected = text.slice(from, to);
    const size = mark.length;
    if (text.slice(from - size, from) === mark && text.slice(to, to + size) === mark) {
      return { from: from - size, to: to + size, insert: selected, anchor: from - size, head: to - size };
    }
    if (selected.length >= 2 * size && selected.startsWith(mark) && selected.endsWith(mark)) {
      return { from, to, insert: selected.slice(size, -size), anchor: from, head: to - 2 * size };
    }
    const inner = selected || placeholder;
    return { from, to, insert: mark + inner + mark, anchor: from + size, head: from + size + inner.length };
  };
}

/** Prefixes every line of the selection, or removes the prefix if every line has it. */
function toggleLines(prefix: (index: number) => string, present: RegExp): MarkdownCommand {
  return ({ text, from, to }) => {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const next = text.indexOf('\n', to > from && text[to - 1] === '\n' ? to - 1 : to);
    const end = next < 0 ? text.length : next;
    const lines = text.slice(start, end).split('\n');
    const isPresent = lines.every((line) => present.test(line));
    const insert = lines
      .map((line, index) => (isPresent ? line.replace(present, '') : prefix(index) + line))
      .join('\n');
    const head = start + insert.length;
    return { from: start, to: end, insert, anchor: lines.length === 1 ? head : start, head };
  };
}

const table: MarkdownCommand = ({ text, from, to }) => {
  const gap = from === 0 || text.slice(0, from).endsWith('\n\n') ? '' : text[from - 1] === '\n' ? '\n' : '\n\n';
  const insert = `${gap}| Heading | Heading |\n| --- | --- |\n| Cell | Cell |\n`;
  const anchor = from + gap.length + 2;
  return { from, to, insert, anchor, head: anchor + 7 };
};

export const markdownCommands = {
  heading: toggleLines(() => '## ', /^#{1,6} /),
  bold: toggleAround('**', 'bold text'),
  italic: toggleAround('_', 'italic text'),
  code: toggleAround('`', 'code'),
  quote: toggleLines(() => '> ', /^> ?/),
  bullets: toggleLines(() => '- ', /^[-*] /),
  numbers: toggleLines((index) => `${index + 1}. `, /^\d+\. /),
  table,
} as const satisfies Record<string, MarkdownCommand>;

export type MarkdownCommandName = keyof typeof markdownCommands;

/** A link of a text: its range, and its words and target. */
interface SourceLink {
  from: number;
  to: number;
  words: string;
  href: string;
}

const inlineLink = /(?<!!)\[((?:[^[\]\\\n]|\\.)*)\]\(\s*<?([^\s<>()]*)>?[^()\n]*\)/g;

/** The link around a selection; null without one. */
export function linkAround({ text, from, to }: Passage): SourceLink | null {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  for (const match of text.slice(start, end === -1 ? undefined : end).matchAll(inlineLink)) {
    const [whole, words = '', href = ''] = match;
    const link = { from: start + match.index, to: start + match.index + whole.length, words, href };
    if (link.from <= from && to <= link.to) return link;
  }
  return null;
}

/**
 * Links the selection, changes the link around it, or inserts a link with the words `title`, which replaces `[[` before
 * the caret. An empty target removes the link.
 */
export function linkTo(passage: Passage, { href, title }: { href: string; title: string }): Edit {
  const { text, from, to } = passage;
  const around = linkAround(passage);
  const isTyped = from === to && text.slice(from - 2, from) === '[[';
  const range = around ?? { from: isTyped ? from - 2 : from, to };
  const words = around?.words ?? (text.slice(from, to) || title.replace(/[[\]\\]/g, '\\$&'));
  const target = href.replace(/[()\s]/g, (character) => `%${(character.codePointAt(0) ?? 32).toString(16)}`);
  const insert = href === '' ? words : `[${words}](${target})`;
  const end = range.from + insert.length;
  return { from: range.from, to: range.to, insert, anchor: end, head: end };
}

/** The Markdown of an image. Escapes brackets and backslashes, which would end its text early. */
export const imageMarkdown = (alt: string, url: string): string =>
  `![${alt.replace(/[[\]\\]/g, '')}](${url.replace(/[()\s]/g, (character) => `%${(character.codePointAt(0) ?? 32).toString(16)}`)})`;

/** The offset itself, or the end of the link or image around it. */
export function endOfLink(text: string, position: number): number {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  const end = text.indexOf('\n', position);
  const line = text.slice(start, end < 0 ? text.length : end);
  const links = Array.from(line.matchAll(/!?\[[^\]]*\]\([^)]*\)/g), ({ index, 0: link }) => [
    start + index,
    start + index + link.length,
  ]);
  const [, linkEnd] = links.find(([from = 0, to = 0]) => from < position && position < to) ?? [];
  return linkEnd ?? position;
}

/** Inserts Markdown at an offset as a separate paragraph, followed by an empty line for further typing. */
export function insertedParagraph(text: string, position: number, markdown: string): { from: number; insert: string } {
  const from = endOfLink(text, position);
  const before = text.slice(0, from);
  const breaks = /\n*$/.exec(before)?.[0].length ?? 0;
  const gap = before.trim() === '' ? 0 : Math.max(0, 2 - breaks);
  return { from, insert: `${'\n'.repeat(gap)}${markdown}\n\n` };
}

/**
 * Inserts the Markdown of a block after the line of the selection, and selects its first value to enter: the text in
 * brackets, an empty attribute, or its content.
 */
export function insertedBlock({ text, to }: Passage, markdown: string): Edit {
  const end = text.indexOf('\n', to);
  const { from, insert } = insertedParagraph(text, end === -1 ? text.length : end, markdown);
  const start = from + insert.length - `${markdown}\n\n`.length;
  const { indices } = /\[([^\]]*)\]|="()"|^(Text)$/dm.exec(markdown) ?? {};
  const [anchor, head] = indices?.slice(1).find((place) => place !== undefined) ?? [0, 0];
  return { from, to: from, insert, anchor: start + anchor, head: start + head };
}

interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** Small changes, in order, that turn a text into another one: by words or, for many changes, by lines. */
export function changesTo(before: string, after: string): TextChange[] {
  const found =
    partChanges(before, after, /[\p{L}\p{M}\p{N}_]+|[^]/gu) ??
    partChanges(before, after, /[^\n]*\n|[^\n]+/g) ??
    (before === after ? [] : [{ from: 0, to: before.length, insert: after }]);
  // Letters at both ends of a change that are equal stay.
  return found.map(({ from, to, insert }) => {
    const ends = commonEnds(before.slice(from, to), insert);
    return { from: from + ends.from, to: to - ends.end, insert: insert.slice(ends.from, insert.length - ends.end) };
  });
}

function partChanges(before: string, after: string, pattern: RegExp): TextChange[] | null {
  const parts = before.match(pattern) ?? [];
  const offsets = [0];
  for (const part of parts) offsets.push((offsets.at(-1) ?? 0) + part.length);
  const changes = changesBetween(parts, after.match(pattern) ?? [], newBudget());
  return (
    changes?.map(({ at, removed, added }) => ({
      from: offsets[at] ?? before.length,
      to: offsets[at + removed] ?? before.length,
      insert: added.join(''),
    })) ?? null
  );
}
