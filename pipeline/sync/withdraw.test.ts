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

const clash = aDemo({ slug: 'ada-speaks', created_at: '2025-12-31T00:00:00.000Z' });
const protectedDemo = aDemo({ is_password_protected: true });

/** Visibility follows the document's fields, not whether the site can show it. */
it.each<[string, Record<string, JsonObject>, Record<string, JsonObject>, string[]]>([
  [
    'protected, and without the slug it had',
    before,
    { 'demo_pages/d': protectedDemo, 'demo_pages/e': clash },
    ['demo_pages/d'],
  ],
  [
    'protected, where the one that had its slug is unpublished',
    { ...before, 'demo_pages/e': clash, 'demo_embeds/e': anEmbed() },
    { 'demo_pages/d': protectedDemo, 'demo_pages/e': { ...clash, is_published: false } },
    ['demo_pages/d', 'demo_pages/e'],
  ],
  [
    'protected, and without its embed',
    before,
    { 'demo_pages/d': protectedDemo, 'demo_embeds/d': {} },
    ['demo_pages/d'],
  ],
  [
    'protected in a version that is not valid',
    before,
    { 'demo_pages/d': aDemo({ is_password_protected: true, heading: '' }) },
    ['demo_pages/d'],
  ],
  [
    'protected in words that say nothing',
    before,
    { 'demo_pages/d': aDemo({ is_password_protected: 'yes' }) },
    ['demo_pages/d'],
  ],
  [
    'unpublished in a version that is not valid',
    before,
    { 'pages/a': aPage({ is_published: false, title: '' }) },
    ['pages/a'],
  ],
  [
    'hidden in a version that is not valid',
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
  ['a page whose newest version is not valid', before, { 'pages/a': aPage({ title: '' }) }, []],
  ['a demo that lost its slug to another', before, { 'demo_pages/e': clash, 'demo_embeds/e': anEmbed() }, []],
])('%s', (...[, then, changes, withdrawn]) => {
  const earlier = contentOf(then);
  const shown = withdraw(earlier, contentOf({ ...then, ...changes }));
  expect(Object.keys(then).filter((path) => !shown.documents.has(path))).toEqual(withdrawn);
});

it('shows an earlier release as it was where nothing was withdrawn', () => {
  const earlier = contentOf(before);
  expect(withdraw(earlier, contentOf(before))).toBe(earlier);
});
