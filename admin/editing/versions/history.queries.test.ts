import { describe, expect, it } from 'vitest';
import { creditWords } from './history.queries.ts';

const names = new Map([
  ['ada', 'you'],
  ['bob', 'Bob'],
  ['cy', 'Cy'],
]);

describe('creditWords', () => {
  it.each<[string, Parameters<typeof creditWords>[0], string]>([
    ['saved without a draft', { by: 'bob', isPublished: true }, 'Bob'],
    ['saved by this user', { by: 'ada', isPublished: true }, 'You'],
    ['published by its only author', { by: 'bob', authors: ['bob'], isPublished: true }, 'Bob'],
    ['published by another user', { by: 'ada', authors: ['cy'], isPublished: true }, 'Written by Cy, published by you'],
    [
      'written by several users including the publisher',
      { by: 'bob', authors: ['cy', 'bob'], isPublished: true },
      'Written by Cy and Bob, published by Bob',
    ],
    [
      'of a document that stays a draft',
      { by: 'bob', authors: ['cy'], isPublished: false },
      'Written by Cy, saved by Bob',
    ],
    ['without a user', { by: null, isPublished: true }, 'An unknown user'],
  ])('describes a version %s', (_name, line, words) => {
    expect(creditWords(line, names)).toBe(words);
  });
});
