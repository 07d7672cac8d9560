import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isClash, mergeChoices } from './compare-fields.ts';
import { mergeTexts, mergeVersions } from './merge-versions.ts';

const text = (drawn: string) => drawn.replaceAll('/', '\n');

describe('two changes of one text', () => {
  it.each<[name: string, base: string, mine: string, theirs: string, merged: string, hasOverlap: boolean]>([
    ['a line before and a line after', 'a/b', 'a/b/mine', 'theirs/a/b', 'theirs/a/b/mine', false],
    ['before and after a single line', 'a', 'a/mine', 'theirs/a', 'theirs/a/mine', false],
    ['a paragraph each', 'a//b//c', 'a!//b//c', 'a//b//c?', 'a!//b//c?', false],
    ['a line taken out and a line put in', 'a/b/c/d', 'b/c/d', 'a/b/c/x/d', 'b/c/x/d', false],
    ['the same change', 'a/b', 'x/b', 'x/b', 'x/b', false],
    ['the same line', 'a/b', 'mine/b', 'theirs/b', 'mine/theirs/b', true],
    ['at the same end', 'a', 'a/mine', 'a/theirs', 'a/mine/theirs', true],
    ['from nothing', '', 'mine/', 'theirs/', 'mine//theirs/', true],
  ])('%s', (...[, base, mine, theirs, merged, hasOverlap]) => {
    expect(mergeTexts({ base: text(base), mine: text(mine), theirs: text(theirs) })).toEqual({
      text: text(merged),
      hasOverlap,
    });
  });

  it('loses no line that somebody added, and one change alone is that change', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((all) => all.join('\n'));
    fc.assert(
      fc.property(lines, lines, lines, (base, mine, theirs) => {
        const marked = `${mine}\nonly mine`;
        const merged = mergeTexts({ base, mine: marked, theirs }).text;
        expect(merged.split('\n')).toContain('only mine');
        expect(mergeTexts({ base, mine, theirs: base })).toEqual({ text: mine, hasOverlap: false });
        expect(mergeTexts({ base, mine: base, theirs })).toEqual({ text: theirs, hasOverlap: false });
      }),
    );
  });
});

describe('two versions of one document', () => {
  const base = { title: 'a', body: 'one\ntwo', slug: 'a', order: 1 };
  it.each([
    ['different fields', { title: 'mine' }, { slug: 'theirs' }, { title: 'mine', slug: 'theirs' }, false],
    ['one text', { body: 'one\ntwo\nmine' }, { body: 'theirs\none\ntwo' }, { body: 'theirs\none\ntwo\nmine' }, false],
    ['the same line of it', { body: 'mine\ntwo' }, { body: 'theirs\ntwo' }, { body: 'mine\ntheirs\ntwo' }, true],
    ['a line of words', { title: 'mine' }, { title: 'theirs' }, { title: 'mine' }, true],
    ['a number', { order: 2 }, { order: 3 }, { order: 2 }, true],
  ])('%s', (...[, mine, theirs, expected, asks]) => {
    const versions = { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } };
    const differences = mergeVersions(versions);
    expect(mergeChoices(versions.mine, differences)).toEqual({ ...base, ...expected });
    expect(differences.some(isClash)).toBe(asks);
  });
});
