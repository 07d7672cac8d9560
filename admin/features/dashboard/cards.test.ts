import { describe, expect, it } from 'vitest';
import { cardsFor } from './cards.ts';

const content = ['Homepage Sections', 'Pages', 'Demo Pages'];

describe('cardsFor', () => {
  it.each([
    [['admin'], [...content, 'User Management', 'Site Settings']],
    [['editor', 'author'], content],
    [['viewer'], content],
  ] as const)('returns the areas for the roles %j', (roles, titles) => {
    expect(cardsFor(roles, ['section', 'page', 'demo']).map(({ title }) => title)).toEqual(titles);
  });

  it('returns the kinds that the site has', () => {
    expect(cardsFor(['editor'], ['page', 'news']).map(({ title }) => title)).toEqual(['Pages', 'News']);
  });
});
