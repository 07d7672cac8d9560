import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areSameValues,
  type ChangedBy,
  type Choice,
  compareFields,
  conflictsOf,
  loadMerge,
  mergeChoices,
} from './compare-fields.ts';

const mergeVersions = await loadMerge();

describe('compareFields', () => {
  it.each<[string, [unknown, unknown, unknown], ChangedBy]>([
    ['only I changed it', ['a', 'b', 'a'], 'me'],
    ['only they changed it', ['a', 'a', 'c'], 'them'],
    ['both changed it', ['a', 'b', 'c'], 'both'],
    ['I emptied it', ['a', '', 'a'], 'me'],
    ['they emptied it', ['a', 'a', null], 'them'],
    ['they switched it', [false, false, true], 'them'],
    [
      'I reordered it',
      [
        ['a', 'b'],
        ['b', 'a'],
        ['a', 'b'],
      ],
      'me',
    ],
  ])('reports the side of a change: %s', (...[, [base, mine, theirs], changedBy]) => {
    const differences = compareFields({ base: { f: base }, mine: { f: mine }, theirs: { f: theirs } });
    expect(differences).toEqual([{ field: 'f', mine, theirs, changedBy }]);
  });

  it.each([
    ['the same change on both sides', ['a', 'b', 'b']],
    ['no change', ['a', 'a', 'a']],
    ['null and empty text', [null, '', null]],
    ['null and a list without entries', [null, [], undefined]],
    ['equal lists', [['a'], ['b', 'c'], ['b', 'c']]],
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

const text = (slashed: string) => slashed.replaceAll('/', '\n');

type Texts = Record<'base' | 'mine' | 'theirs', string>;
const differencesOf = ({ base, mine, theirs }: Texts) =>
  mergeVersions({ base: { body: base }, mine: { body: mine }, theirs: { body: theirs } });
/** The merged text with the same choice for each conflict. */
const merged = (texts: Texts, choice?: Choice): unknown => {
  const differences = differencesOf(texts);
  const choices = choice ? Object.fromEntries(conflictsOf(differences).map(({ key }) => [key, choice])) : {};
  return mergeChoices({ body: texts.mine }, differences, choices)['body'];
};

describe('merging two changes of one text', () => {
  it.each<[name: string, base: string, mine: string, theirs: string, merged: string]>([
    ['a line before and a line after', 'a/b', 'a/b/mine', 'theirs/a/b', 'theirs/a/b/mine'],
    ['before and after a single line', 'a', 'a/mine', 'theirs/a', 'theirs/a/mine'],
    ['a paragraph each', 'a//b//c', 'a!//b//c', 'a//b//c?', 'a!//b//c?'],
    ['a deleted and an inserted line', 'a/b/c/d', 'b/c/d', 'a/b/c/x/d', 'b/c/x/d'],
    ['the same change', 'a/b', 'x/b', 'x/b', 'x/b'],
  ])('needs no choice: %s', (...[, base, mine, theirs, expected]) => {
    const texts = { base: text(base), mine: text(mine), theirs: text(theirs) };
    expect(conflictsOf(differencesOf(texts))).toEqual([]);
    expect(merged(texts)).toBe(text(expected));
  });

  it.each<[name: string, base: string, mine: string, theirs: string, options: Partial<Record<Choice, string>>]>([
    ['the same line', 'a/b', 'mine/b', 'theirs/b', { mine: 'mine', theirs: 'theirs', joined: 'mine/theirs' }],
    ['at the same end', 'a', 'a/mine', 'a/theirs', { mine: 'mine', theirs: 'theirs', joined: 'mine/theirs' }],
    ['in an empty text', '', 'mine/', 'theirs/', { mine: 'mine/', theirs: 'theirs/', joined: 'mine//theirs/' }],
    ['a deleted line that the other side changed', 'a/b/c', 'a/c', 'a/b!/c', { mine: '', theirs: 'b!' }],
    [
      'different words of a line',
      'one two three',
      'one 2 three',
      'one two three four',
      { merged: 'one 2 three four', mine: 'one 2 three', theirs: 'one two three four' },
    ],
  ])('needs a choice: %s', (...[, base, mine, theirs, options]) => {
    const texts = { base: text(base), mine: text(mine), theirs: text(theirs) };
    const [conflict, ...more] = conflictsOf(differencesOf(texts));
    expect(more).toEqual([]);
    const offered = conflict?.options.map(({ choice, value }) => [choice, value]) ?? [];
    expect(Object.fromEntries(offered)).toEqual(
      Object.fromEntries(Object.entries(options).map(([choice, value]) => [choice, text(value)])),
    );
    expect(conflict?.suggested).toBe(options.merged === undefined ? null : 'merged');
  });

  it('needs one choice per conflict, and keeps changes of one side elsewhere', () => {
    const texts = { base: text('a/b/c/d/e'), mine: text('A/b/c/d/E'), theirs: text('a!/b/C/d/e!') };
    const differences = differencesOf(texts);
    const conflicts = conflictsOf(differences);
    expect(conflicts.map(({ key, place }) => [key, place.index, place.count])).toEqual([
      ['body/0', 0, 2],
      ['body/1', 1, 2],
    ]);
    const choices = { 'body/0': 'theirs', 'body/1': 'mine' } as const;
    expect(mergeChoices({ body: texts.mine }, differences, choices)).toEqual({ body: text('a!/b/C/d/E') });
  });

  it('keeps every added line, and changes of one side unchanged', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((all) => all.join('\n'));
    fc.assert(
      fc.property(lines, lines, lines, (base, mine, theirs) => {
        const marked = `${mine}\nonly mine`;
        expect(String(merged({ base, mine: marked, theirs })).split('\n')).toContain('only mine');
        expect(merged({ base, mine, theirs: base })).toBe(mine);
        expect(merged({ base, mine: base, theirs })).toBe(theirs);
        expect(conflictsOf(differencesOf({ base, mine, theirs: base }))).toEqual([]);
      }),
    );
  });
});

describe('merging two changes of one list', () => {
  const mergedList = (base: unknown, mine: unknown, theirs: unknown): unknown => {
    const differences = mergeVersions({ base: { tags: base }, mine: { tags: mine }, theirs: { tags: theirs } });
    expect(conflictsOf(differences)).toEqual([]);
    return mergeChoices({ tags: mine }, differences)['tags'];
  };

  it.each([
    ['an addition of each side', [], ['a'], ['b'], ['a', 'b']],
    ['an addition and a removal', ['a', 'b'], ['a', 'b', 'c'], ['b'], ['b', 'c']],
    ['a removal of each side', ['a', 'b', 'c'], ['b', 'c'], ['a', 'b'], ['b']],
    ['the same addition', ['a'], ['a', 'b'], ['b', 'a', 'c'], ['a', 'b', 'c']],
    ['a list that was missing', null, ['a'], ['b'], ['a', 'b']],
    ['all entries removed by one side', ['a', 'b'], [], ['a', 'b', 'c'], ['c']],
  ])('keeps %s', (...[, base, mine, theirs, expected]) => {
    expect(mergedList(base, mine, theirs)).toEqual(expected);
  });

  it('has the same entries on both sides: those that no side removed, and those that one added', () => {
    const all: readonly string[] = ['a', 'b', 'c', 'd', 'e'];
    const entries = fc.uniqueArray(fc.constantFrom(...all));
    fc.assert(
      fc.property(entries, entries, entries, (base, mine, theirs) => {
        const merged = mergedList(base, mine, theirs) as string[];
        const expected = all.filter((entry) =>
          base.includes(entry)
            ? mine.includes(entry) && theirs.includes(entry)
            : mine.includes(entry) || theirs.includes(entry),
        );
        expect(merged.toSorted()).toEqual(expected);
        expect((mergedList(base, theirs, mine) as string[]).toSorted()).toEqual(expected);
      }),
    );
  });

  it('asks for a choice between values that are no lists of texts', () => {
    const differences = mergeVersions({ base: { f: [1] }, mine: { f: [2] }, theirs: { f: [3] } });
    expect(conflictsOf(differences)).toHaveLength(1);
  });
});

describe('merging two versions of one document', () => {
  const base = { title: 'a', body: 'one\ntwo', slug: 'a', order: 1 };
  it.each([
    ['different fields', { title: 'mine' }, { slug: 'theirs' }, { title: 'mine', slug: 'theirs' }, []],
    ['one text', { body: 'one\ntwo\nmine' }, { body: 'theirs\none\ntwo' }, { body: 'theirs\none\ntwo\nmine' }, []],
    ['the same line of a text', { body: 'mine\ntwo' }, { body: 'theirs\ntwo' }, { body: 'mine\ntwo' }, ['body/0']],
    ['a single-line text', { title: 'mine' }, { title: 'theirs' }, { title: 'mine' }, ['title/0']],
    ['a number', { order: 2 }, { order: 3 }, { order: 2 }, ['order/0']],
    ['an emptied number', { order: 2 }, { order: null }, { order: 2 }, ['order/0']],
  ])('merges changes of %s', (...[, mine, theirs, expected, asked]) => {
    const versions = { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } };
    const differences = mergeVersions(versions);
    expect(mergeChoices(versions.mine, differences)).toEqual({ ...base, ...expected });
    expect(conflictsOf(differences).map(({ key }) => key)).toEqual(asked);
  });
});

describe('rows', () => {
  const rows = (...labels: (string | null)[]) => ({ figures: labels.map((label) => ({ label, source: '' })) });

  it('treats empty values of rows as equal', () => {
    expect(areSameValues(rows('a', ''), { figures: [{ label: 'a', source: null }, { label: null }] })).toBe(false);
    expect(areSameValues(rows('a', ''), rows('a', null))).toBe(true);
    expect(areSameValues(rows('a'), rows('b'))).toBe(false);
  });

  it('asks for one side if both changed rows', () => {
    const differences = mergeVersions({ base: rows('a'), mine: rows('a', 'b'), theirs: rows('c') });
    const [conflict] = conflictsOf(differences);
    expect(conflict?.options.map(({ choice: side }) => side)).toEqual(['mine', 'theirs']);
    expect(mergeChoices(rows('a', 'b'), differences, { [conflict?.key ?? '']: 'theirs' })).toEqual(rows('c'));
  });
});
