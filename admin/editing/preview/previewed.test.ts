import { describe, expect, it } from 'vitest';
import { previewedOf } from './previewed.ts';

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
