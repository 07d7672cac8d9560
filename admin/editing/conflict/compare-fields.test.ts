import { describe, expect, it } from 'vitest';
import { areSameValues, compareFields, mergeChoices, type ChangedBy } from './compare-fields.ts';

describe('compareFields', () => {
  it.each<[string, [unknown, unknown, unknown], ChangedBy]>([
    ['only I changed it', ['a', 'b', 'a'], 'me'],
    ['only they changed it', ['a', 'a', 'c'], 'them'],
    ['both changed it', ['a', 'b', 'c'], 'both'],
    ['I emptied it', ['a', '', 'a'], 'me'],
    ['they emptied it', ['a', 'a', null], 'them'],
    ['they switched it', [false, false, true], 'them'],
  ])('reports the side of a change: %s', (...[, [base, mine, theirs], changedBy]) => {
    const differences = compareFields({ base: { f: base }, mine: { f: mine }, theirs: { f: theirs } });
    expect(differences).toEqual([{ field: 'f', mine, theirs, changedBy }]);
  });

  it.each([
    ['the same change on both sides', ['a', 'b', 'b']],
    ['no change', ['a', 'a', 'a']],
    ['null and empty text', [null, '', null]],
  ])('finds no difference in %s', (_name, [base, mine, theirs]) => {
    expect(compareFields({ base: { f: base }, mine: { f: mine }, theirs: { f: theirs } })).toEqual([]);
  });

  it('applies choices and changes of theirs alone, and keeps my other values', () => {
    const base = { title: 'b', body: 'b', slug: 'b', same: 's' };
    const mine = { title: 'm', body: 'm', slug: 'b', same: 's' };
    const theirs = { title: 't', body: 't', slug: 't', same: 's' };
    const differences = compareFields({ base, mine, theirs });
    const chosen = mergeChoices(mine, differences, { 'title/0': 'theirs', 'body/0': 'mine' });
    expect(chosen).toEqual({ title: 't', body: 'm', slug: 't', same: 's' });
  });

  it.each([
    [{ a: '' }, { a: null }, true],
    [{ a: '' }, {}, true],
    [{ a: 0 }, { a: null }, false],
    [{ a: 'x' }, { a: 'x', b: 'y' }, false],
  ])('%j and %j are the same values: %s', (a, b, same) => {
    expect(areSameValues(a, b)).toBe(same);
  });
});
