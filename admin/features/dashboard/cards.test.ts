import { describe, expect, it } from 'vitest';
import { cardsFor } from './cards.ts';

const content = ['Homepage Sections', 'Pages', 'Demo Pages'];

describe('cardsFor', () => {
  it.each([
    [['admin'], [...content, 'User Management', 'Site Settings']],
    [['editor', 'author'], content],
    [['viewer'], content],
  ] as const)('returns the areas for the roles %j', (roles, titles) => {
    expect(cardsFor(roles).map(({ title }) => title)).toEqual(titles);
  });
});
