import { describe, expect, it } from 'vitest';
import { markOf, placeOf } from './place.ts';

describe('placeOf', () => {
  it('parses marks', () => {
    const place = { collection: 'settings', id: 'branding', field: 'site_name' } as const;
    expect(placeOf(markOf(place))).toEqual(place);
  });
  it.each(['', 'pages', 'pages/a', 'users/a/title', 'pages/a/title/b', 'pages//title'])('rejects %j', (mark) => {
    expect(placeOf(mark)).toBeNull();
  });
});
