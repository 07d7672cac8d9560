import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conflictsOf, mergeChoices, type Choice } from './compare-fields.ts';
import { mergeVersions } from './merge-versions.ts';

const text = (drawn: string) => drawn.replaceAll('/', '\n');

type Texts = Record<'base' | 'mine' | 'theirs', string>;
const differencesOf = ({ base, mine, theirs }: Texts) =>
  mergeVersions({ base: { body: base }, mine: { body: mine }, theirs: { body: theirs } });
/** The text with the same choice for each clash. */
const merged = (texts: Texts, choice?: Choice): unknown => {
  const differences = differencesOf(texts);
  const choices = choice ? Object.fromEntries(conflictsOf(differences).map(({ key }) => [key, choice])) : {};
  return mergeChoices({ body: texts.mine }, differences, choices)['body'];
};

describe('two changes of one text', () => {
  it.each<[name: string, base: string, mine: string, theirs: string, merged: string]>([
    ['a line before and a line after', 'a/b', 'a/b/mine', 'theirs/a/b', 'theirs/a/b/mine'],
    ['before and after a single line', 'a', 'a/mine', 'theirs/a', 'theirs/a/mine'],
    ['a paragraph each', 'a//b//c', 'a!//b//c', 'a//b//c?', 'a!//b//c?'],
    ['a line taken out and a line put in', 'a/b/c/d', 'b/c/d', 'a/b/c/x/d', 'b/c/x/d'],
    ['the same change', 'a/b', 'x/b', 'x/b', 'x/b'],
  ])('are merged without a question: %s', (...[, base, mine, theirs, expected]) => {
    const texts = { base: text(base), mine: text(mine), theirs: text(theirs) };
    expect(conflictsOf(differencesOf(texts))).toEqual([]);
    expect(merged(texts)).toBe(text(expected));
  });

  it.each<[name: string, base: string, mine: string, theirs: string, options: Partial<Record<Choice, string>>]>([
    ['the same line', 'a/b', 'mine/b', 'theirs/b', { mine: 'mine', theirs: 'theirs', joined: 'mine/theirs' }],
    ['at the same end', 'a', 'a/mine', 'a/theirs', { mine: 'mine', theirs: 'theirs', joined: 'mine/theirs' }],
    ['from nothing', '', 'mine/', 'theirs/', { mine: 'mine/', theirs: 'theirs/', joined: 'mine//theirs/' }],
    ['a line taken out that the other changed', 'a/b/c', 'a/c', 'a/b!/c', { mine: '', theirs: 'b!' }],
    [
      'different words of a line',
      'one two three',
      'one 2 three',
      'one two three four',
      { merged: 'one 2 three four', mine: 'one 2 three', theirs: 'one two three four' },
    ],
  ])('are asked: %s', (...[, base, mine, theirs, options]) => {
    const texts = { base: text(base), mine: text(mine), theirs: text(theirs) };
    const [clash, ...more] = conflictsOf(differencesOf(texts));
    expect(more).toEqual([]);
    const offered = clash?.options.map(({ choice, value }) => [choice, value]) ?? [];
    expect(Object.fromEntries(offered)).toEqual(
      Object.fromEntries(Object.entries(options).map(([choice, value]) => [choice, text(value)])),
    );
    expect(clash?.suggested).toBe(options.merged === undefined ? null : 'merged');
  });

  it('need one choice for each clashing part, and keep changes of one side elsewhere', () => {
    const texts = { base: text('a/b/c/d/e'), mine: text('A/b/c/d/E'), theirs: text('a!/b/C/d/e!') };
    const differences = differencesOf(texts);
    const clashes = conflictsOf(differences);
    expect(clashes.map(({ key, place }) => [key, place.index, place.count])).toEqual([
      ['body/0', 0, 2],
      ['body/1', 1, 2],
    ]);
    const choices = { 'body/0': 'theirs', 'body/1': 'mine' } as const;
    expect(mergeChoices({ body: texts.mine }, differences, choices)).toEqual({ body: text('a!/b/C/d/E') });
  });

  it('keep every added line, and a change of one side alone is kept unchanged', () => {
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

describe('two versions of one document', () => {
  const base = { title: 'a', body: 'one\ntwo', slug: 'a', order: 1 };
  it.each([
    ['different fields', { title: 'mine' }, { slug: 'theirs' }, { title: 'mine', slug: 'theirs' }, []],
    ['one text', { body: 'one\ntwo\nmine' }, { body: 'theirs\none\ntwo' }, { body: 'theirs\none\ntwo\nmine' }, []],
    ['the same line of it', { body: 'mine\ntwo' }, { body: 'theirs\ntwo' }, { body: 'mine\ntwo' }, ['body/0']],
    ['a line of words', { title: 'mine' }, { title: 'theirs' }, { title: 'mine' }, ['title/0']],
    ['a number', { order: 2 }, { order: 3 }, { order: 2 }, ['order/0']],
    ['a number that becomes none', { order: 2 }, { order: null }, { order: 2 }, ['order/0']],
  ])('%s', (...[, mine, theirs, expected, asked]) => {
    const versions = { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } };
    const differences = mergeVersions(versions);
    expect(mergeChoices(versions.mine, differences)).toEqual({ ...base, ...expected });
    expect(conflictsOf(differences).map(({ key }) => key)).toEqual(asked);
  });
});
