import { expect, test } from 'vitest';
import { filterCards, searchText } from './filter.ts';

const cards = [
  { card: 'a', text: searchText('The Concierge', 'Greets guests') },
  { card: 'b', text: searchText('The Tutor', 'Explains algebra\nto GUESTS') },
  { card: 'c', text: searchText('Mirror', '') },
];

test.each([
  ['', ['a', 'b', 'c']],
  ['   ', ['a', 'b', 'c']],
  ['the', ['a', 'b']],
  ['GUESTS', ['a', 'b']],
  [' mirror ', ['c']],
  ['algebra', ['b']],
  ['a.*b', []],
])('%j shows %j', (query, expected) => {
  const { shown, hidden } = filterCards(cards, query);
  expect(shown).toEqual(expected);
  expect([...shown, ...hidden].toSorted()).toEqual(['a', 'b', 'c']);
});
