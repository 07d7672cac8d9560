import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesTo } from './markdown-commands.ts';

describe('the changes between two texts', () => {
  it.each([
    ['', 'a', [{ from: 0, to: 0, insert: 'a' }]],
    ['abc', 'abXc', [{ from: 2, to: 2, insert: 'X' }]],
    ['aa', 'aaa', [{ from: 2, to: 2, insert: 'a' }]],
    ['abc', 'ac', [{ from: 1, to: 2, insert: '' }]],
    ['abc', 'abc', []],
    [
      'One two three',
      'Uno two three four',
      [
        { from: 0, to: 3, insert: 'Uno' },
        { from: 13, to: 13, insert: ' four' },
      ],
    ],
  ])('%j to %j', (before, after, expected) => {
    expect(changesTo(before, after)).toEqual(expected);
  });

  it('turn the first text into the second', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        let result = before;
        for (const { from, to, insert } of changesTo(before, after).toReversed())
          result = result.slice(0, from) + insert + result.slice(to);
        expect(result).toBe(after);
      }),
    );
  });
});
