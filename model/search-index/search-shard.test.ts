import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyShard,
  formatShard,
  parseShard,
  type SearchedDocument,
  type SearchShard,
  searchWords,
  shardOfTitles,
  updateShard,
} from './search-shard.ts';
import { searchedDocument } from './searched-document.ts';

const documentOf = (title: string, text: string): SearchedDocument => ({
  entry: { title, slug: '', isPublished: true, updatedAt: '' },
  text,
});

/** The words of each document. */
const wordsById = (shard: SearchShard): Record<string, string[]> =>
  Object.fromEntries(
    shard.documents.map(([id], place) => [
      id,
      shard.words.filter((word) => placesOf(shard, word).includes(place)).sort(),
    ]),
  );

/** The indexes of the documents with a word. */
const placesOf = ({ words, starts, places }: SearchShard, word: string): number[] => {
  const index = words.indexOf(word);
  return [...places.subarray(starts[index], starts[index + 1])];
};

it.each([
  ['Crème brûlée, 2 eggs!', ['creme', 'brulee', '2', 'eggs']],
  ["Straße-12 it's a_b", ['strasse', '12', 'it', ...[]]],
  ['日本語 тест', ['日本語', 'тест']],
  ['', []],
  [`${'x'.repeat(60)}`, ['x'.repeat(40)]],
])('searchWords of %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

describe('a shard', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const text = fc.array(fc.constantFrom('red', 'green', 'blue', 'Über'), { maxLength: 5 }).map((all) => all.join(' '));
  const change = fc.tuple(ids, fc.option(fc.tuple(text, text)));

  it('has the words of the current documents after any changes, and survives its format', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 6 }), (rounds) => {
        let shard = emptyShard;
        const expected = new Map<string, string[]>();
        for (const round of rounds) {
          const changes = new Map(round.map(([id, value]) => [id, value && documentOf(...value)]));
          shard = parseShard(formatShard(updateShard(shard, changes)));
          for (const [id, value] of changes) {
            if (value) expected.set(id, [...new Set(searchWords(`${value.entry.title} ${value.text}`))].sort());
            else expected.delete(id);
          }
        }
        expect(wordsById(shard)).toEqual(Object.fromEntries(expected));
      }),
    );
  });

  it('stays the same if its documents are unchanged', () => {
    const all = new Map(['a', 'b', 'c'].map((id) => [id, documentOf(id, 'red green')]));
    const shard = updateShard(emptyShard, all);
    expect(formatShard(updateShard(shard, new Map([['b', documentOf('b', 'red green')]])))).toBe(formatShard(shard));
  });

  it('keeps places of many documents', () => {
    const all = new Map(
      Array.from({ length: 3_000 }, (_, n) => [`p${n}`, documentOf('x', n % 997 === 0 ? 'rare' : '')]),
    );
    const shard = parseShard(formatShard(updateShard(emptyShard, all)));
    expect(placesOf(shard, 'rare')).toEqual([0, 997, 1994, 2991]);
  });

  it('finds titles without texts', () => {
    const shard = updateShard(emptyShard, new Map([['a', documentOf('Red', 'green')]]));
    expect(wordsById(shardOfTitles(shard.documents))).toEqual({ a: ['red'] });
    expect(wordsById(shardOfTitles([['a', documentOf('Red', '').entry]]))).toEqual({ a: ['red'] });
  });
});

describe('searchedDocument', () => {
  it.each([
    [
      'a page',
      'pages',
      { title: 'T', slug: 's', body: '**Bold** [link](https://x.example)', meta_title: 'M' },
      'Bold link\nM\n\n',
    ],
    [
      'a section',
      'homepage_sections',
      { title: 'T', section_key: 'hero', content: '# Head', cta_text: 'Go' },
      'Head\nGo',
    ],
    ['a demo', 'demo_pages', { heading: 'T', slug: 's', meta_description: 'D', password_hash: 'secret' }, '\nD'],
    ['an invalid page', 'pages', { title: 'T', body: 5 }, '\n\n\n'],
  ] as const)('has the text of %s', (...[, collection, data, expected]) => {
    expect(searchedDocument(collection, data)).toMatchObject({ entry: { title: 'T' }, text: expected });
  });

  it('has drafts of documents, with the document, and no drafts of settings', () => {
    const data = { title: 'T', slug: 's', body: 'B', iframe_url: 'secret', password: 'secret' };
    const draft = searchedDocument('drafts', { collection: 'pages', id: 'p', data });
    expect(draft?.entry).toMatchObject({ title: 'T', draftOf: { collection: 'pages', id: 'p' } });
    expect(JSON.stringify(draft)).not.toContain('secret');
    expect(searchedDocument('drafts', { collection: 'site_settings', id: 'seo', data })).toBeNull();
    expect(searchedDocument('drafts', { collection: 7 })).toBeNull();
  });

  it('has users with a name or an email', () => {
    const user = { first_name: 'Ada', last_name: null, email: 'ada@example.com', is_active: true };
    expect(searchedDocument('profiles', user)?.entry).toMatchObject({ title: 'Ada', slug: 'ada@example.com' });
    expect(searchedDocument('profiles', { first_name: null, last_name: null, email: '' })).toBeNull();
  });
});
