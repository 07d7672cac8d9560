import { describe, expect, it } from 'vitest';
import { findTrashed, trashEntries } from './trash.queries.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const at = (iso: string) => ({ toDate: () => new Date(iso) });
const entry = (id: string, deletedAt: string, change: object = {}) => ({
  id: `pages_${id}`,
  data: {
    collection: 'pages',
    id,
    data: { title: id, slug: id, created_at: at('2026-01-01T00:00:00Z') },
    deleted_by: 'ada',
    deleted_at: at(deletedAt),
    ...change,
  },
});

describe('findTrashed', () => {
  const entries = trashEntries(
    [
      entry('Café menu', '2026-03-09T12:00:00Z', { data: { title: 'Café menu', slug: 'lunch' } }),
      entry('Prices', '2026-03-09T12:00:00Z', { data: { title: 'Prices', slug: 'price-list' } }),
    ],
    now,
  );

  it.each<[string, string[]]>([
    ['', ['Café menu', 'Prices']],
    ['CAFE', ['Café menu']],
    ['lunch menu', ['Café menu']],
    ['price-l', ['Prices']],
    ['menu prices', []],
  ])('finds %j in titles and slugs', (search, names) => {
    expect(findTrashed(entries, search).map(({ name }) => name)).toEqual(names);
  });
});

describe('trashEntries', () => {
  it('lists the newest first', () => {
    const entries = [entry('old', '2026-03-01T12:00:00Z'), entry('new', '2026-03-09T12:00:00Z')];
    expect(trashEntries(entries, now).map(({ name }) => name)).toEqual(['new', 'old']);
  });

  it.each([
    ['2026-03-10T12:00:00Z', 30],
    ['2026-03-09T13:00:00Z', 30],
    ['2026-02-08T13:00:00Z', 1],
    ['2026-02-08T12:00:00Z', 0],
    ['2026-01-01T00:00:00Z', 0],
  ])('keeps a document deleted at %s for %d more days', (deletedAt, days) => {
    expect(trashEntries([entry('p', deletedAt)], now)[0]?.daysLeft).toBe(days);
  });

  it.each<[string, object, object]>([
    [
      'a section',
      { collection: 'homepage_sections', data: { title: 'Hero' } },
      { kind: 'section', name: 'Hero', slug: null },
    ],
    [
      'a demo',
      { collection: 'demo_pages', data: { heading: 'Ada', slug: 'ada' } },
      { kind: 'demo', name: 'Ada', slug: 'ada' },
    ],
    [
      'an image',
      { collection: 'media', data: { title: null, name: 'harbor.png' } },
      { kind: 'media', name: 'harbor.png', slug: null },
    ],
    ['a document without a name', { data: {} }, { kind: 'page', name: 'Untitled' }],
  ])('names %s', (_name, change, expected) => {
    expect(trashEntries([entry('x', '2026-03-01T12:00:00Z', change)], now)[0]).toMatchObject(expected);
  });

  it('skips unreadable entries', () => {
    const broken = [{ collection: 'elsewhere' }, { data: null }];
    expect(
      trashEntries(
        broken.map((change) => entry('x', '2026-03-01T12:00:00Z', change)),
        now,
      ),
    ).toEqual([]);
  });
});
