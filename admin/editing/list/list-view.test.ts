import { describe, expect, it } from 'vitest';
import { isInState } from './list-view.tsx';

const published = { is_published: true };
const unpublished = { is_published: false };
const edited = { review: null, rev: 2, note: null };
const asked = { ...edited, review: { rev: 1, by: 'ada' } };

describe('isInState', () => {
  it.each<[string, Parameters<typeof isInState>[1], Parameters<typeof isInState>[2], boolean]>([
    ['', unpublished, undefined, true],
    ['unknown', unpublished, undefined, true],
    ['published', published, undefined, true],
    ['published', unpublished, edited, false],
    ['draft', unpublished, undefined, true],
    ['draft', published, edited, false],
    ['edited', published, edited, true],
    ['edited', published, undefined, false],
    ['review', published, asked, true],
    ['review', published, edited, false],
    ['review', published, undefined, false],
  ])('filter "%s" for %j with the draft %j returns %s', (...[state, document, draft, isShown]) => {
    expect(isInState(state, document, draft)).toBe(isShown);
  });
});
