import { describe, expect, it } from 'vitest';
import { creditWords } from './history.queries.ts';

const names = new Map([
  ['ada', 'you'],
  ['bob', 'Bob'],
  ['cy', 'Cy'],
]);

describe('the credits of a version', () => {
  it.each<[string, Parameters<typeof creditWords>[0], string]>([
    ['saved without a draft', { by: 'bob', isPublished: true }, 'Bob'],
    ['saved by this person', { by: 'ada', isPublished: true }, 'You'],
    ['published by its only author', { by: 'bob', authors: ['bob'], isPublished: true }, 'Bob'],
    [
      'published by somebody else',
      { by: 'ada', authors: ['cy'], isPublished: true },
      'Written by Cy, published by you',
    ],
    [
      'written by several, the publisher among them',
      { by: 'bob', authors: ['cy', 'bob'], isPublished: true },
      'Written by Cy and Bob, published by Bob',
    ],
    [
      'of a document that stays a draft',
      { by: 'bob', authors: ['cy'], isPublished: false },
      'Written by Cy, saved by Bob',
    ],
    ['that names nobody', { by: null, isPublished: true }, 'An unknown person'],
  ])('%s', (_name, line, words) => {
    expect(creditWords(line, names)).toBe(words);
  });
});
