import { describe, expect, it } from 'vitest';
import { createTitleSearch } from './title-search.ts';

const items = ['Release notes 2025', 'Frequently asked questions', 'Notes', 'Crème brûlée', 'Notebook', 'Footnotes'];
const search = createTitleSearch(items, (item) => item);

describe('createTitleSearch', () => {
  it.each([
    ['notes', ['Notes', 'Release notes 2025', 'Footnotes']],
    ['note', ['Notes', 'Notebook', 'Release notes 2025', 'Footnotes']],
    ['2025 release', ['Release notes 2025']],
    ['release notes', ['Release notes 2025']],
    ['creme BRULEE', ['Crème brûlée']],
    ['otn', ['Footnotes']],
    ['ot', []],
    ['', []],
    ['!', []],
    ['notes qqqq', []],
    // Typos.
    ['questoins', ['Frequently asked questions']],
    ['frequentyl asekd', ['Frequently asked questions']],
    ['noteboko', ['Notebook']],
  ])('finds for %j %j', (typed, found) => {
    expect(search(typed).hits.map(({ item }) => item)).toEqual(found);
  });

  it('reports typos only if no item has the words as typed', () => {
    expect(search('notes')).toMatchObject({ hasTypos: false });
    expect(search('questoins')).toMatchObject({ hasTypos: true, hits: [{ marks: ['questoins', 'questions'] }] });
    expect(search('zzzzzz')).toEqual({ hasTypos: false, hits: [] });
  });

  it('keeps the order of equally good items', () => {
    const titles = Array.from({ length: 40 }, (_, number) => `Page ${number}`);
    expect(createTitleSearch(titles, (title) => title)('page').hits.map(({ item }) => item)).toEqual(titles);
  });
});
