import { expect, it } from 'vitest';
import { applyRead, emptyContent } from './content-state.ts';
import { aDemo, anEmbed, aPage, aSection } from './documents.fixture.ts';
import type { JsonObject } from './source.ts';
import { withdraw } from './withdraw.ts';

const contentOf = (written: Record<string, JsonObject>) => {
  const documents = Object.entries(written).map(([path, data]) => ({ path, data, time: '2026-01-01T00:00:00.000Z' }));
  return applyRead(emptyContent, { documents, at: '2026-01-01T00:00:00.000Z' }).state;
};

const before = {
  'pages/a': aPage({ title: 'Then' }),
  'homepage_sections/s': aSection(),
  'demo_pages/d': aDemo(),
  'demo_embeds/d': anEmbed(),
};

it.each<[string, Record<string, JsonObject>, string[]]>([
  ['an edited page', { ...before, 'pages/a': aPage({ title: 'Now' }) }, []],
  ['a renamed page', { ...before, 'pages/a': aPage({ slug: 'now' }) }, []],
  ['an unpublished page', { ...before, 'pages/a': aPage({ is_published: false }) }, ['pages/a']],
  ['a hidden section', { ...before, 'homepage_sections/s': aSection({ is_visible: false }) }, ['homepage_sections/s']],
  [
    'an unpublished section',
    { ...before, 'homepage_sections/s': aSection({ is_published: false }) },
    ['homepage_sections/s'],
  ],
  ['a protected demo', { ...before, 'demo_pages/d': aDemo({ is_password_protected: true }) }, ['demo_pages/d']],
  ['an unpublished demo', { ...before, 'demo_pages/d': aDemo({ is_published: false }) }, ['demo_pages/d']],
  ['everything deleted', {}, Object.keys(before)],
])('%s', (_, now, withdrawn) => {
  const earlier = contentOf(before);
  const shown = withdraw(earlier, contentOf(now));
  const gone = Object.keys(before).filter((path) => !shown.documents.has(path));
  expect(gone).toEqual(withdrawn);
  expect(shown.asOf).toBe(earlier.asOf);
});

it('shows an earlier release as it was where nothing was withdrawn', () => {
  const earlier = contentOf(before);
  expect(withdraw(earlier, contentOf(before))).toBe(earlier);
});
