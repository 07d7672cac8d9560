import { parseMarkdown } from '@frontage/model/markdown';
import { describe, expect, it } from 'vitest';
import { sourceLinePositions } from './text-places.ts';

const source = ['One', '', 'Two', 'goes on', '', '- a', '- b', '', '[ref]: /x', '', '| a |', '| - |', '', 'End'].join(
  '\n',
);
const end = source.split('\n').length;
const places = sourceLinePositions(parseMarkdown(source).lines(), end);

describe('a line of a text', () => {
  it.each([
    [0, 0],
    [1, 0.5],
    [2, 1],
    [3.5, 1.5],
    [5, 2],
    [10, 3],
    [13, 4],
    [13.5, 4.5],
    [14, 5],
  ])('%d is at %d, and back', (line, at) => {
    expect(places.at(line)).toBeCloseTo(at);
    expect(places.line(at)).toBeCloseTo(line);
  });

  it('maps to 0 in an empty text', () => {
    const none = sourceLinePositions([], 1);
    expect([none.at(0), none.line(0)]).toEqual([0, 1]);
  });

  it('beyond the end maps to the end', () => {
    const shorter = sourceLinePositions([0, 2, 40], 3);
    expect([shorter.at(2.5), shorter.line(3)]).toEqual([1.5, 3]);
  });
});
