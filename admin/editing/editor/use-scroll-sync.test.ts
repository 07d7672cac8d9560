import { parseMarkdown } from '@frontage/model/markdown';
import { describe, expect, it } from 'vitest';
import { sourceLinePositions } from './use-preview.ts';

const source = ['One', '', 'Two', 'continued', '', '- a', '- b', '', '[ref]: /x', '', '| a |', '| - |', '', 'End'].join(
  '\n',
);
const end = source.split('\n').length;
const places = sourceLinePositions(parseMarkdown(source).lines(), end);

describe('sourceLinePositions', () => {
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
  ])('maps line %d to position %d and back', (line, at) => {
    expect(places.at(line)).toBeCloseTo(at);
    expect(places.line(at)).toBeCloseTo(line);
  });

  it('maps every line of an empty text to 0', () => {
    const none = sourceLinePositions([], 1);
    expect([none.at(0), none.line(0)]).toEqual([0, 1]);
  });

  it('maps lines and positions beyond the end to the end', () => {
    const shorter = sourceLinePositions([0, 2, 40], 3);
    expect([shorter.at(2.5), shorter.line(3)]).toEqual([1.5, 3]);
  });
});
