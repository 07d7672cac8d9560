import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MergedPiece, mergeTexts } from './merge-texts.ts';

const paragraphs = (many: number, textOf = (index: number) => `Paragraph ${index} with some words`): string =>
  Array.from({ length: many }, (_, index) => textOf(index)).join('\n\n');

/** The text of a side: its lines of each conflict, and all merged lines. */
const sideOf = (pieces: readonly MergedPiece[], side: 'base' | 'mine' | 'theirs'): string =>
  pieces.flatMap((piece) => (piece.isConflict ? piece[side] : piece.lines)).join('\n');

const merged = (pieces: readonly MergedPiece[]): string | null =>
  pieces.some((piece) => piece.isConflict && piece.merged === null)
    ? null
    : pieces.flatMap((piece) => (piece.isConflict ? (piece.merged ?? []) : piece.lines)).join('\n');

describe('mergeTexts', () => {
  it('merges separate changes of a page of 1,000 paragraphs', () => {
    const base = paragraphs(1_000);
    const mine = base.replace('Paragraph 0 ', 'My paragraph ').replace('Paragraph 999 ', 'My last paragraph ');
    const theirs = base.replaceAll(/Paragraph (\d*5) with/g, 'Their paragraph $1 with');
    const text = merged(mergeTexts({ base, mine, theirs }));
    expect(text?.match(/^My /gm)).toHaveLength(2);
    expect(text?.match(/^Their /gm)).toHaveLength(100);
  });

  it('merges by words where both changed every paragraph', () => {
    const base = paragraphs(400);
    const mine = base.replaceAll('some', 'many');
    const theirs = base.replaceAll('Paragraph', 'Part');
    expect(merged(mergeTexts({ base, mine, theirs }))).toBe(theirs.replaceAll('some', 'many'));
  });

  it('merges by paragraphs if too many lines changed', () => {
    const lines = (mark: string, index: number) =>
      Array.from({ length: 8 }, (_, line) => `${mark} ${index} ${line}`).join('\n');
    const base = paragraphs(300, (index) => lines('base', index));
    const mine = paragraphs(300, (index) => lines(index < 140 ? 'mine' : 'base', index));
    const theirs = paragraphs(300, (index) => lines(index > 160 ? 'theirs' : 'base', index));
    const text = merged(mergeTexts({ base, mine, theirs }));
    expect(text?.match(/^mine /gm)).toHaveLength(140 * 8);
    expect(text?.match(/^theirs /gm)).toHaveLength(139 * 8);
  });

  it.each<[string, string, string, string]>([
    ['different words', paragraphs(4_000), paragraphs(4_000, (at) => `x ${at}`), paragraphs(4_000, (at) => `y ${at}`)],
    ['equal lines', 'a\n'.repeat(90_000), `${'a\n'.repeat(40_000)}b\n${'a\n'.repeat(40_000)}`, 'b\na\n'.repeat(45_000)],
    ['one long line', 'a b '.repeat(50_000), 'a c b '.repeat(33_000), 'b a d '.repeat(33_000)],
    ['alternating lines', 'a\nb\n'.repeat(50_000), 'b\na\nc\n'.repeat(33_000), 'c\na\nb\nb\n'.repeat(25_000)],
  ])('reports one conflict for too many changes of %s', (...[, base, mine, theirs]) => {
    const pieces = mergeTexts({ base, mine, theirs });
    expect(pieces.some((piece) => piece.isConflict && piece.merged === null)).toBe(true);
    for (const [side, text] of Object.entries({ base, mine, theirs })) {
      if (pieces.length === 1) expect(sideOf(pieces, side as 'base')).toBe(text);
    }
  });

  it('takes the other side where one is unchanged, and loses no line', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c d', ''), { maxLength: 12 }).map((all) => all.join('\n'));
    fc.assert(
      fc.property(texts, texts, texts, (base, mine, theirs) => {
        expect(merged(mergeTexts({ base, mine, theirs: base }))).toBe(mine);
        expect(merged(mergeTexts({ base, mine: base, theirs }))).toBe(theirs);
        expect(merged(mergeTexts({ base, mine, theirs: mine }))).toBe(mine);
        const found = mergeTexts({ base, mine, theirs }).flatMap((piece) =>
          piece.isConflict ? [...piece.mine, ...piece.theirs] : piece.lines,
        );
        const added = [...mine.split('\n'), ...theirs.split('\n')].filter(
          (line) => line !== '' && !base.split('\n').includes(line),
        );
        for (const line of added) expect(found).toContain(line);
      }),
    );
  });

  it.each([
    ['additions at one place', 'Last words', 'Last words of Ada', 'Last words of Bob', 'Last words of Ada of Bob'],
    ['a replaced word', 'It costs 10 euro', 'It costs 12 euro', 'It costs 15 euro', 'It costs 12 15 euro'],
    ['several words', 'a b c d e', 'a x c y e', 'a v c w e', 'a x c y v c w e'],
    ['new paragraphs', 'a', 'a\n\nAda', 'a\n\nBob', 'a\n\nAda\n\nBob'],
    ['a new paragraph of both', 'a', 'a\n\nnew\n\nAda', 'a\n\nnew\n\nBob', 'a\n\nnew\n\nAda\n\nBob'],
    ['texts without common words', 'one', 'two', 'three', 'two\nthree'],
  ])('joins %s of both without repeating the rest', (...[, base, mine, theirs, expected]) => {
    const joined = mergeTexts({ base, mine, theirs }).flatMap((piece) =>
      piece.isConflict ? piece.joined : piece.lines,
    );
    expect(joined.join('\n')).toBe(expected);
  });
});
