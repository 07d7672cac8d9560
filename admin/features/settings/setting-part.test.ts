import { describe, expect, it } from 'vitest';
import type { Tone } from '../../editing/editor/save-status.ts';
import { mostUrgent, toSave } from './setting-part.tsx';

const at = (tone: Tone) => ({ line: { tone } });

describe('two settings behind one tab', () => {
  it.each<[Tone, Tone, Tone]>([
    ['quiet', 'good', 'good'],
    ['good', 'waiting', 'waiting'],
    ['busy', 'waiting', 'busy'],
    ['busy', 'bad', 'bad'],
  ])('mostUrgent of %s and %s is %s', (one, other, shown) => {
    expect(mostUrgent([at(one), at(other)]).line.tone).toBe(shown);
    expect(mostUrgent([at(other), at(one)]).line.tone).toBe(shown);
  });

  it.each([
    [false, false, [0]],
    [true, false, [0]],
    [false, true, [1]],
    [true, true, [0, 1]],
  ])('toSave with changes %s and %s returns %j', (first, second, saved) => {
    const part = (index: number, isDirty: boolean) => ({ index, isDirty });
    expect(toSave([part(0, first), part(1, second)]).map(({ index }) => index)).toEqual(saved);
  });
});
