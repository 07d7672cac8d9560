import { describe, expect, it } from 'vitest';
import { searchWords } from './search-words.ts';
import { searchedDocument } from './searched-document.ts';

it.each([
  ['Crème brûlée, 2 eggs!', ['creme', 'brulee', '2', 'eggs']],
  ["Straße-12 it's a_b", ['strasse', '12', 'it', ...[]]],
  ['日本語 тест', ['日本語', 'тест']],
  ['', []],
  [`${'x'.repeat(60)}`, ['x'.repeat(40)]],
])('searchWords of %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

describe('searchedDocument', () => {
  it.each([
    [
      'a page',
      'pages',
      { title: 'T', slug: 's', body: '**Bold** [link](https://x.example)', meta_title: 'M' },
      'Bold link\nM',
    ],
    [
      'a section',
      'homepage_sections',
      { title: 'T', section_key: 'hero', content: '# Head', cta_text: 'Go' },
      'Head\nGo',
    ],
    ['a demo', 'demo_pages', { heading: 'T', slug: 's', meta_description: 'D', password_hash: 'secret' }, 'D'],
    ['an invalid page', 'pages', { title: 'T', body: 5 }, ''],
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
});
