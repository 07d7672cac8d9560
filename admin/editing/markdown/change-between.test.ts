import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween } from './markdown-commands.ts';

describe('the change between two texts', () => {
  it.each([
    ['', 'a', { from: 0, to: 0, insert: 'a' }],
    ['abc', 'abXc', { from: 2, to: 2, insert: 'X' }],
    ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
    ['abc', 'ac', { from: 1, to: 2, insert: '' }],
    ['abc', 'abc', null],
  ])('%j to %j', (before, after, expected) => {
    expect(changeBetween(before, after)).toEqual(expected);
  });

  it('turns the first text into the second', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 9 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = changeBetween(before, after) ?? { from: 0, to: 0, insert: '' };
        expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
      }),
    );
  });
});
