import { foldText } from '@frontage/model/fold';

/** A piece of a shown text. */
export interface MarkedText {
  text: string;
  isMarked: boolean;
}

const tokenPattern = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Splits a text into words that begin with one of `marks`, and the text between. In a title, words may contain the mark.
 */
export function markText(text: string, marks: readonly string[], isTitle = false): MarkedText[] {
  const pieces: MarkedText[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(tokenPattern)) {
    const folded = foldText(token);
    if (!marks.some((mark) => (isTitle && mark.length > 2 ? folded.includes(mark) : folded.startsWith(mark)))) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isMarked: false });
    pieces.push({ text: token, isMarked: true });
    end = index + token.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMarked: false });
  return pieces;
}

const lengthBefore = 40;
const snippetLength = 150;

/** The part of a text around the first marked word; null without one. */
export function snippetOf(text: string, marks: readonly string[]): string | null {
  const [first, second] = markText(text, marks);
  if (!first?.isMarked && !second) return null;
  const at = first?.isMarked ? 0 : (first?.text.length ?? 0);
  const start = at <= lengthBefore ? 0 : text.lastIndexOf(' ', at - lengthBefore) + 1;
  const rest = text.slice(start);
  const cut = rest.length <= snippetLength ? rest : rest.slice(0, snippetLength).replace(/\s\S*$/, '');
  return `${start > 0 ? '…' : ''}${cut}${cut.length < rest.length ? '…' : ''}`;
}
