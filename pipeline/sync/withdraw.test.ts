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
])('withdraws documents by their current state: %s', (_, now, withdrawn) => {
  const earlier = contentOf(before);
  const shown = withdraw(earlier, contentOf(now));
  const gone = Object.keys(before).filter((path) => !shown.documents.has(path));
  expect(gone).toEqual(withdrawn);
  expect(shown.asOf).toBe(earlier.asOf);
});

const clash = aDemo({ slug: 'ada-speaks', created_at: '2025-12-31T00:00:00.000Z' });
const protectedDemo = aDemo({ is_password_protected: true });

// A document is withdrawn because of its fields, not because the site cannot show it.
it.each<[string, Record<string, JsonObject>, Record<string, JsonObject>, string[]]>([
  [
    'a demo protected after it lost its slug',
    before,
    { 'demo_pages/d': protectedDemo, 'demo_pages/e': clash },
    ['demo_pages/d'],
  ],
  [
    'a demo protected while the holder of its slug is unpublished',
    { ...before, 'demo_pages/e': clash, 'demo_embeds/e': anEmbed() },
    { 'demo_pages/d': protectedDemo, 'demo_pages/e': { ...clash, is_published: false } },
    ['demo_pages/d', 'demo_pages/e'],
  ],
  [
    'a demo protected without its embed code',
    before,
    { 'demo_pages/d': protectedDemo, 'demo_embeds/d': {} },
    ['demo_pages/d'],
  ],
  [
    'a demo protected in an invalid version',
    before,
    { 'demo_pages/d': aDemo({ is_password_protected: true, heading: '' }) },
    ['demo_pages/d'],
  ],
  [
    'a demo with an invalid protection value',
    before,
    { 'demo_pages/d': aDemo({ is_password_protected: 'yes' }) },
    ['demo_pages/d'],
  ],
  [
    'a page unpublished in an invalid version',
    before,
    { 'pages/a': aPage({ is_published: false, title: '' }) },
    ['pages/a'],
  ],
  [
    'a section hidden in an invalid version',
    before,
    { 'homepage_sections/s': aSection({ is_visible: false, title: '' }) },
    ['homepage_sections/s'],
  ],
  [
    'a page that lost its slug to another',
    before,
    { 'pages/b': aPage({ created_at: '2025-12-31T00:00:00.000Z' }) },
    [],
  ],
  ['a page whose newest version is invalid', before, { 'pages/a': aPage({ title: '' }) }, []],
  ['a demo that lost its slug to another', before, { 'demo_pages/e': clash, 'demo_embeds/e': anEmbed() }, []],
])('withdraws documents by their fields: %s', (...[, then, changes, withdrawn]) => {
  const earlier = contentOf(then);
  const shown = withdraw(earlier, contentOf({ ...then, ...changes }));
  expect(Object.keys(then).filter((path) => !shown.documents.has(path))).toEqual(withdrawn);
});

it('returns the earlier content when nothing was withdrawn', () => {
  const earlier = contentOf(before);
  expect(withdraw(earlier, contentOf(before))).toBe(earlier);
});
