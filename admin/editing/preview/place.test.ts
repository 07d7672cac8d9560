import { describe, expect, it } from 'vitest';
import { markOf, placeOf } from './place.ts';

describe('placeOf', () => {
  it('reads what marks say', () => {
    const place = { collection: 'settings', id: 'branding', field: 'site_name' } as const;
    expect(placeOf(markOf(place))).toEqual(place);
  });
  it.each(['', 'pages', 'pages/a', 'users/a/title', 'pages/a/title/b', 'pages//title'])('refuses %j', (mark) => {
    expect(placeOf(mark)).toBeNull();
  });
});
