import { newMedia, type Media } from '@frontage/model/media';
import { describe, expect, it } from 'vitest';
import { visibleRows } from './media-library.tsx';
import { filterMedia, lacksAlt, mediaName, previewAddress } from './media.queries.ts';

const image = (id: string, change: Partial<Media> = {}): Media => ({
  id,
  ...newMedia,
  ...{ bucket: 'demo-images', path: id, url: `https://x.example/${id}?alt=media`, name: `${id}.jpg`, md5: 'a+b=' },
  ...{ type: 'image/jpeg', bytes: 1, width: 1, height: 1, rev: 1, created_by: 'ada', updated_by: 'ada' },
  ...{ created_at: `2026-01-0${id.length}T00:00:00Z`, updated_at: '2026-01-01T00:00:00Z' },
  ...change,
});

const all = [
  image('a', { title: 'Häfen am Morgen' }),
  image('bb', { alt: 'A harbor', bucket: 'homepage-images', created_by: 'eve' }),
  image('ccc', { is_decorative: true }),
];
const known = { used: new Set(['a', 'bb']), uid: 'eve' };
const filter = { search: '', bucket: 'all', state: 'all' };
const ids = (change: object, at: Parameters<typeof filterMedia>[2] = known) =>
  filterMedia(all, { ...filter, ...change }, at).map(({ id }) => id);

describe('filterMedia', () => {
  it.each([
    [{}, ['ccc', 'bb', 'a']],
    [{ search: 'hafen  MORGEN' }, ['a']],
    [{ search: 'harb .jpg' }, ['bb']],
    [{ search: 'harb x' }, []],
    [{ bucket: 'homepage-images' }, ['bb']],
    [{ state: 'unused' }, ['ccc']],
    [{ state: 'no-alt' }, ['a']],
    [{ state: 'mine' }, ['bb']],
  ])('with %j finds %j', (change, found) => expect(ids(change)).toEqual(found));

  it('finds no unused images while uses are unknown', () => {
    expect(ids({ state: 'unused' }, { ...known, used: null })).toEqual([]);
  });
});

it('names an image by its title, else by its file', () => {
  expect(all.map(mediaName)).toEqual(['Häfen am Morgen', 'bb.jpg', 'ccc.jpg']);
  expect(all.map(lacksAlt)).toEqual([true, false, false]);
});

it('previewAddress changes with the file', () => {
  expect(previewAddress(image('a'))).toBe('https://x.example/a?alt=media&v=a%2Bb%3D');
});

it.each([
  [0, { first: 0, last: 6 }],
  [1_000, { first: 8, last: 16 }],
  [-500, { first: 0, last: 1 }],
  [99_999, { first: 99, last: 100 }],
])('visibleRows scrolled by %d', (top, rows) => {
  expect(visibleRows({ top, height: 400, rowHeight: 100, rows: 100 })).toEqual(rows);
});
