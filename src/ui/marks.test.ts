import { describe, expect, it } from 'vitest';
import { marker } from './marks.ts';

describe('marker', () => {
  it('says in previews where a text is edited', () => {
    expect(marker({ marks: true })('pages', 'about', 'title')).toEqual({ 'data-edit': 'pages/about/title' });
  });
  it.each([{}, { marks: false }])('adds no marks to public pages (%j)', (locals) => {
    expect(marker(locals)('pages', 'about', 'title')).toEqual({});
  });
});
