import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestIndex } from './test-index.fixture.ts';

let index: ReturnType<typeof openTestIndex>;

beforeEach(() => {
  index = openTestIndex();
});

afterEach(() => index.close());

/** Stores a page, or removes it. */
function put(id: string, title: string | null, body = ''): void {
  index.put('pages', id, title === null ? null : { title, slug: id, body, is_published: true });
}

function putDraft(id: string, title: string, body = ''): void {
  index.put('drafts', `pages_${id}`, { collection: 'pages', id, data: { title, slug: id, body } });
}

const search = (typed: string, limit = 20) =>
  index.reader().search({ typed, collections: ['pages', 'demo_pages', 'homepage_sections'], limit });
const found = (typed: string): string[] => search(typed).hits.map(({ id }) => id);

describe('a search', () => {
  beforeEach(() => {
    put(
      'harbor',
      'Visiting the harbor',
      'Boats leave. From the **lighthouse** you see Crème brûlée and 日本語 テスト.',
    );
    put('hours', 'Opening hours', 'Closed on Mondays, like the harbor.');
    put('overview-2024', 'Überblick Straße');
    put('menu', 'Restaurant', '# Desserts\n\n[pancakes](https://x.example/hidden)');
  });

  it.each([
    ['harbor visiting', ['harbor']],
    ['vis harb', ['harbor']],
    ['LIGHTHOUSE harbor', ['harbor']],
    ['creme', ['harbor']],
    ['crème brulee', ['harbor']],
    ['uberblick', ['overview-2024']],
    ['strasse', ['overview-2024']],
    ['over', ['overview-2024']],
    ['2024', ['overview-2024']],
    // Parts of words are found in titles and slugs only.
    ['siting', ['harbor']],
    ['thouse', []],
    ['bo', ['harbor']],
    ['ar', []],
    ['日本', ['harbor']],
    ['desserts pancakes', ['menu']],
    ['hidden', []],
    ['harbor pancakes', []],
    // Typos: missing, added, wrong and exchanged letters.
    ['harbr', ['harbor', 'hours']],
    ['harbbor', ['harbor', 'hours']],
    ['hxrbor', ['harbor', 'hours']],
    ['ahrbor', ['harbor', 'hours']],
    ['lighthuose', ['harbor']],
    ['lihgthuose', ['harbor']],
    ['pancke', ['menu']],
    ['xyz', []],
    ['', []],
  ])('for %j finds %j', (typed, expected) => {
    expect(found(typed)).toEqual(expected);
  });

  it('ranks titles before texts, then exact words, then the newest', () => {
    put('new', 'Opening hours', '');
    put('in-text', 'Notes', 'opening hours '.repeat(50));
    expect(found('opening hours')).toEqual(['new', 'hours', 'in-text']);
    expect(found('open')).toEqual(['new', 'hours', 'in-text']);
    expect(search('opening').hits.map(({ isInText }) => isInText)).toEqual([false, false, true]);
    expect(index.reader().matches({ typed: 'opening', collection: 'pages' }).matches).toEqual([
      { id: 'new', isInText: false },
      { id: 'hours', isInText: false },
      { id: 'in-text', isInText: true },
    ]);
  });

  it('reports typos, and the words to mark', () => {
    expect(search('lihgthouse visting').hits).toMatchObject([
      { id: 'harbor', hasTypos: true, isInText: true, marks: ['lihgthouse', 'visting', 'lighthouse', 'visiting'] },
    ]);
    expect(search('light').hits).toMatchObject([{ hasTypos: false, isInText: true, marks: ['light'] }]);
  });

  it('finds a document or its draft, with the place of the words', () => {
    putDraft('hours', 'Opening hours', 'The planetarium opens at noon.');
    expect(search('planetarium').hits).toMatchObject([{ collection: 'pages', id: 'hours', isDraft: true }]);
    expect(search('opening').hits).toMatchObject([{ collection: 'pages', id: 'hours', isDraft: false }]);
    expect(search('opening').count).toBe(1);
    expect(index.reader().search({ typed: 'planetarium', collections: ['demo_pages'], limit: 5 }).hits).toEqual([]);
  });

  it('has the current words only', () => {
    put('hours', 'Times', 'Open daily');
    expect(found('mondays')).toEqual([]);
    expect(found('daily')).toEqual(['hours']);
    put('hours', null);
    expect(found('daily')).toEqual([]);
    put('other', 'Daily news');
    expect(found('daily')).toEqual(['other']);
    expect(found('dailey')).toEqual(['other']);
  });

  it.each([
    '"',
    '*',
    'harbor*',
    '"harbor"',
    'NEAR(harbor visiting)',
    'harbor AND visiting',
    'harbor OR pancakes',
    'NOT harbor',
    '-harbor',
    'words:harbor',
    '^harbor',
    'har\u0000bor',
    '\ud800',
    'x'.repeat(200),
    `${'\ud842\udfb7'.repeat(100)}`,
    "'; DROP TABLE documents; --",
    'a\u0301'.repeat(100),
    '🏴‍☠️',
    Array.from({ length: 66 }, (_, n) => String.fromCharCode(97 + (n % 26)) + String(n))
      .join(' ')
      .slice(0, 200),
  ])('treats %j as words', (typed) => {
    const { count } = search(typed);
    expect(count).toBeLessThanOrEqual(2);
    expect(found('harbor')).toEqual(['harbor', 'hours']);
  });
});

it('leaves no words of a removed draft in the file', () => {
  const word = 'xylophonecanary';
  for (let n = 0; n < 50; n += 1) put(`p${String(n)}`, `Page ${String(n)}`, 'ordinary words of a text');
  putDraft('p1', 'Title', `Some ${word} and ordinary words`);
  expect(found(word)).toEqual(['p1']);
  index.put('drafts', 'pages_p1', null);
  expect(found(word)).toEqual([]);
  for (const name of readdirSync(index.folder)) {
    expect(readFileSync(join(index.folder, name)).includes(word)).toBe(false);
  }
});

it('finds the same documents after it was opened again', () => {
  put('a', 'Lighthouse');
  put('b', 'Other', 'lighthouse');
  const again = index.reopened();
  expect(
    again.reader.search({ typed: 'lihgthouse', collections: ['pages'], limit: 5 }).hits.map(({ id }) => id),
  ).toEqual(['a', 'b']);
  expect(again.writer.versions().map(([path]) => path)).toEqual(['pages/a', 'pages/b']);
});

it('finds exactly the words that each text has after any changes', () => {
  const vocabulary = ['harbor', 'telescope', 'violin', 'pancakes', 'lighthouse'];
  const text = fc.subarray(vocabulary).map((words) => words.join(' '));
  const ids = ['x1', 'x2', 'x3'];
  const change = fc.tuple(fc.constantFrom(...ids), fc.option(text, { freq: 4 }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 15 }), (changes) => {
      for (const id of ids) put(id, null);
      for (const [id, body] of changes) put(id, body === null ? null : id, body ?? '');
      const texts = new Map(changes);
      for (const word of vocabulary) {
        const expected = [...texts].flatMap(([id, body]) => (body?.split(' ').includes(word) ? [id] : []));
        expect(found(word).sort()).toEqual(expected.sort());
      }
    }),
    { numRuns: process.env['FULL'] ? 2_000 : 40 },
  );
});
