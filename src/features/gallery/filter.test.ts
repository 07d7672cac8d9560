import { expect, test } from 'vitest';
import { filterCards, searchText } from './filter.ts';

const cards = [
  { card: 'a', text: searchText('The Concierge', 'Greets guests') },
  { card: 'b', text: searchText('The Tutor', 'Explains algebra\nto GUESTS') },
  { card: 'c', text: searchText('Mirror', '') },
  { card: 'd', text: searchText('Café Łódź', 'Straße') },
];

test.each([
  ['', ['a', 'b', 'c', 'd']],
  ['   ', ['a', 'b', 'c', 'd']],
  ['the', ['a', 'b']],
  ['GUESTS', ['a', 'b']],
  [' mirror ', ['c']],
  ['algebra', ['b']],
  ['cafe lodz', ['d']],
  ['CAFE\u0301', ['d']],
  ['STRASSE', ['d']],
  ['a.*b', []],
])('%j shows %j', (query, expected) => {
  const { shown, hidden } = filterCards(cards, query);
  expect(shown).toEqual(expected);
  expect([...shown, ...hidden].toSorted()).toEqual(['a', 'b', 'c', 'd']);
});
