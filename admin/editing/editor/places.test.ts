import { describe, expect, it } from 'vitest';
import { markOf, placeOf, previewedOf } from './places.ts';

describe('placeOf', () => {
  it('parses marks', () => {
    const place = { collection: 'settings', id: 'branding', field: 'site_name' } as const;
    expect(placeOf(markOf(place))).toEqual(place);
  });
  it.each(['', 'pages', 'pages/a', 'users/a/title', 'pages/a/title/b', 'pages//title'])('rejects %j', (mark) => {
    expect(placeOf(mark)).toBeNull();
  });
});

describe('previewedOf', () => {
  it.each([
    ['page', { title: 'A' }, { collection: 'pages', data: { title: 'A' } }],
    ['section', { order_index: Number.NaN }, { collection: 'sections', data: { order_index: null } }],
    [
      'demo',
      { heading: 'A', iframe_url: '<p>', password: 'secret' },
      { collection: 'demos', data: { heading: 'A', embed_code: '<p>' } },
    ],
    ['setting', { site_name: 'A' }, { collection: 'settings', data: { site_name: 'A' } }],
  ] as const)('converts the values of a %s', (kind, values, expected) => {
    expect(previewedOf(kind, 'x', values)).toEqual({ id: 'x', ...expected });
  });
});
