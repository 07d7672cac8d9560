import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compareVersions, missingPhrase, omitUnchanged } from './comparison.tsx';
import { type DiffPart, diffWords } from './diff-words.ts';

const words = {
  labels: { title: 'Title', body: 'Body', parent_id: 'Parent', is_published: 'Publish', secret: 'Secret' },
  valueText: (field: string) => (field === 'parent_id' ? 'Another page' : undefined),
};
const before = { title: 'A', body: null, parent_id: null, is_published: false, nav_label: 'x' };
const after = { title: 'B', body: '', parent_id: 'p2', is_published: true, nav_label: 'y' };

describe('compareVersions', () => {
  it('lists changed fields with display texts, in the order of the form', () => {
    const { changed } = compareVersions(words, before, after);
    expect(changed.map((field) => [field.label, field.before, field.after])).toEqual([
      ['Title', 'A', 'B'],
      ['Parent', '', 'Another page'],
      ['Publish', 'Off', 'On'],
    ]);
  });

  it('lists unchanged fields that are not empty', () => {
    expect(compareVersions(words, after, after).same.map(({ field }) => field)).toEqual([
      'title',
      'parent_id',
      'is_published',
    ]);
  });
});

const marks = { same: '', added: '+', removed: '−' };
const drawn = (parts: readonly (DiffPart | null)[]) =>
  parts.map((part) => (part ? `${marks[part.type]}[${part.text}]` : '⋯')).join('');

const many = Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(' ');

describe('diffWords and omitUnchanged', () => {
  it.each([
    ['a b c', 'a b c', '[a b c]'],
    ['one two three', 'one 2 three', '[one ]−[two]+[2][ three]'],
    ['', 'new', '+[new]'],
    ['gone', '', '−[gone]'],
    ['a b', 'a\nb', '[a]−[ ]+[\n][b]'],
  ])('diffs %j and %j', (from, to, expected) => {
    expect(drawn(diffWords(from, to))).toBe(expected);
  });

  it('replaces whole lines of texts with nothing in common', () => {
    const parts = diffWords(many, many.replaceAll('word', 'other'));
    expect(parts.map(({ type }) => type)).toEqual(['removed', 'added']);
  });

  it('keeps both texts complete', () => {
    const texts = fc.array(fc.constantFrom('a', 'b ', ' ', '\n'), { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(texts, texts, (from, to) => {
        const side = (without: string) =>
          diffWords(from, to)
            .filter(({ type }) => type !== without)
            .map(({ text }) => text)
            .join('');
        expect([side('added'), side('removed')]).toEqual([from, to]);
      }),
    );
  });

  it('replaces one block in long texts with nothing in common', () => {
    const long = (mark: string) => Array.from({ length: 1_500 }, (_, index) => `${mark}${index}`).join('\n');
    expect(diffWords(long('a'), long('b'))).toEqual([
      { type: 'removed', text: long('a') },
      { type: 'added', text: long('b') },
    ]);
  });

  it.each([
    ['keeps a short unchanged part', 'x'.repeat(240), 'x'.repeat(240).length],
    ['keeps the ends of a long unchanged part', 'x'.repeat(1_000), 160],
  ])('%s', (_case, between, shown) => {
    const parts: DiffPart[] = [
      { type: 'added', text: 'A' },
      { type: 'same', text: between },
      { type: 'removed', text: 'B' },
    ];
    expect(
      omitUnchanged(parts)
        .flatMap((part) => (part?.type === 'same' ? [part.text] : []))
        .join(''),
    ).toHaveLength(shown);
  });

  it('omits the text before the first and after the last change', () => {
    const same: DiffPart = { type: 'same', text: 'x'.repeat(1_000) };
    expect(drawn(omitUnchanged([same, { type: 'added', text: 'A' }, same]))).toBe(
      `⋯[${'x'.repeat(80)}]+[A][${'x'.repeat(80)}]⋯`,
    );
  });
});

it.each([
  ['removed', 'redirects to /page/b', ['There is no page here.', 'Redirects to /page/b.']],
  ['removed', 'deleted', ['There is no page here.', 'Deleted.']],
  ['added', 'redirects to /page/b', ['No page exists here yet.', 'Redirects to /page/b.']],
] as const)('missingPhrase describes a change of the kind %s: %s', (kind, reason, [before, after]) => {
  expect(missingPhrase({ change: kind, reason })).toEqual({ before, after });
});
