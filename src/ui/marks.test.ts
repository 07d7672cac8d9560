import { describe, expect, it } from 'vitest';
import { marker } from './marks.ts';

describe('marker', () => {
  it('names the edited field in previews', () => {
    expect(marker({ marks: true })('pages', 'about', 'title')).toEqual({ 'data-edit': 'pages/about/title' });
  });
  it.each([{}, { marks: false }])('adds no marks to public pages (%j)', (locals) => {
    expect(marker(locals)('pages', 'about', 'title')).toEqual({});
  });
});
