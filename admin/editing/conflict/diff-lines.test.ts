import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from './diff-lines.ts';

const marks = { same: ' ', added: '+', removed: '-' };
const drawn = (from: string, to: string) => diffLines(from, to).map(({ type, text }) => `${marks[type]}${text}`);

describe('the difference of two texts', () => {
  it.each([
    ['a\nb\nc', 'a\nb\nc', [' a', ' b', ' c']],
    ['a\nb\nc', 'a\nc', [' a', '-b', ' c']],
    ['a\nc', 'a\nb\nc', [' a', '+b', ' c']],
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['', 'a', ['-', '+a']],
  ])('of %j and %j', (from, to, expected) => {
    expect(drawn(from, to)).toEqual(expected);
  });

  it('of long texts with nothing in common is one replaced block', () => {
    const long = (mark: string) => Array.from({ length: 1_500 }, (_, index) => `${mark}${index}`);
    const [before, after] = [long('a'), long('b')];
    const block = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
    expect(drawn(before.join('\n'), after.join('\n'))).toEqual(block);
  });

  it('holds both texts whole', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1 }).map((all) => all.join('\n'));
    fc.assert(
      fc.property(lines, lines, (from, to) => {
        const diff = diffLines(from, to);
        const side = (without: string) =>
          diff
            .filter((line) => line.type !== without)
            .map((line) => line.text)
            .join('\n');
        expect([side('added'), side('removed')]).toEqual([from, to]);
      }),
    );
  });
});
