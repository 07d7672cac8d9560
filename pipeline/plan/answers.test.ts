import { describe, expect, it } from 'vitest';
import type { Snapshot } from '@frontage/model/content';
import { applyRead, emptyContent, snapshotOf, type ContentState } from '../sync/content-state.ts';
import { aDemo, anEmbed, aPage, aSection, aSetting } from '../sync/documents.fixture.ts';
import type { JsonObject } from '../sync/source.ts';
import { createAnswers } from './answers.ts';
import { describeQuery } from './queries.ts';

const config = { origin: 'http://site', adminOrigin: 'http://admin', embedOrigin: 'http://embed' };
const snapshot = (state: ContentState): Snapshot => snapshotOf(state, { images: new Map(), config });

let ticks = 0;
const write = (state: ContentState, path: string, data: JsonObject | null): ContentState => {
  const at = new Date(Date.UTC(2026, 0, 1) + (ticks += 1)).toISOString();
  return applyRead(state, { documents: [{ path, data, time: at }], at }).state;
};

const start = [
  ['pages/a', aPage({ slug: 'a' })],
  ['pages/b', aPage({ slug: 'b', show_in_menu: false })],
  ['demo_pages/d', aDemo({ slug: 'd' })],
  ['demo_embeds/d', anEmbed()],
  ['homepage_sections/s', aSection()],
].reduce((state, [path, data]) => write(state, path as string, data as JsonObject), emptyContent);

const asked = [
  'site',
  'navigation',
  'homepage',
  'page:a',
  'page:b',
  'page:c',
  'gallery',
  'demo:d',
  'sitemap',
  'robots',
  'image:x',
];

const moment = '2026-03-04T05:06:07.000Z';
const hour = '2026-01-02T23:00:00.000Z';

describe('moveTo', () => {
  it.each<[string, string, JsonObject | null, string[]]>([
    ['an edited body', 'pages/a', aPage({ slug: 'a', body: 'New' }), ['page:a']],
    ['an edited title in the menu', 'pages/a', aPage({ slug: 'a', title: 'New' }), ['page:a', 'navigation']],
    [
      'an edited title outside the menu',
      'pages/b',
      aPage({ slug: 'b', show_in_menu: false, title: 'New' }),
      ['page:b'],
    ],
    [
      'an edit on another day',
      'pages/b',
      aPage({ slug: 'b', show_in_menu: false, updated_at: moment }),
      ['page:b', 'sitemap'],
    ],
    ['an edit on the same day', 'pages/b', aPage({ slug: 'b', show_in_menu: false, updated_at: hour }), ['page:b']],
    ['a new page', 'pages/c', aPage({ slug: 'c' }), ['page:c', 'navigation', 'sitemap']],
    ['a renamed page', 'pages/a', aPage({ slug: 'c' }), ['page:a', 'page:c', 'navigation', 'sitemap']],
    ['a deleted page outside the menu', 'pages/b', null, ['page:b', 'sitemap']],
    ['a draft', 'pages/z', aPage({ slug: 'z', is_published: false }), []],
    ['an edited section', 'homepage_sections/s', aSection({ title: 'New' }), ['homepage']],
    ['an edited demo heading', 'demo_pages/d', aDemo({ slug: 'd', heading: 'New' }), ['demo:d', 'gallery']],
    ['a demo field that no card shows', 'demo_pages/d', aDemo({ slug: 'd', ga_tracking_enabled: false }), ['demo:d']],
    ['edited embed code', 'demo_embeds/d', anEmbed('https://demo.example/new'), ['demo:d']],
    ['an edited setting', 'site_settings/ga4_id', aSetting('G-1'), ['site', 'robots', 'sitemap']],
  ])('invalidates the queries affected by %s', (...[, path, data, queries]) => {
    const answers = createAnswers(snapshot(start));
    for (const key of asked) answers.hash(key);
    const moved = answers.moveTo(snapshot(write(start, path, data)));
    expect([...moved.queries.keys()].sort()).toEqual([...queries].sort());
  });

  it.each<[string, boolean, string, JsonObject | null, string]>([
    ['an edited page', true, 'pages/a', aPage({ slug: 'a', title: 'New', body: 'New' }), 'address:page:a'],
    ['another page', true, 'pages/b', aPage({ slug: 'new' }), 'address:page:a'],
    ['a renamed page', false, 'pages/a', aPage({ slug: 'new' }), 'address:page:a'],
    ['a deleted page', false, 'pages/a', null, 'address:page:a'],
    ['an unpublished demo', false, 'demo_pages/d', aDemo({ slug: 'd', is_published: false }), 'address:demo:d'],
    ['a demo without its embed code', false, 'demo_embeds/d', null, 'address:demo:d'],
    ['a new draft', true, 'pages/z', aPage({ slug: 'z', is_published: false }), 'address:page:z'],
    ['a new page', false, 'pages/z', aPage({ slug: 'z' }), 'address:page:z'],
    ['a page with a taken slug', true, 'pages/z', aPage({ slug: 'a', created_at: moment }), 'address:page:z'],
  ])('after %s, keeps the hash of an address: %s', (...[, isKept, path, data, key]) => {
    const answers = createAnswers(snapshot(start));
    const before = answers.hash(key);
    const moved = answers.moveTo(snapshot(write(start, path, data)));
    expect(answers.hash(key) === before).toBe(isKept);
    expect(moved.queries.has(key) || isKept).toBe(true);
  });

  it.each<[string, boolean, string, JsonObject | null]>([
    ['an edit of its description', true, 'demo_pages/d', aDemo({ slug: 'd', meta_description: 'New' })],
    ['another demo', true, 'demo_pages/e', aDemo({ slug: 'e' })],
    ['a new title', false, 'demo_pages/d', aDemo({ slug: 'd', heading: 'New' })],
    ['a new slug', false, 'demo_pages/d', aDemo({ slug: 'new' })],
    ['being unpublished', false, 'demo_pages/d', aDemo({ slug: 'd', is_published: false })],
  ])('after %s, keeps the hash of a demo in a text: %s', (...[, isKept, path, data]) => {
    const answers = createAnswers(snapshot(start));
    const before = answers.hash('shownDemo:d');
    expect(answers.moveTo(snapshot(write(start, path, data))).queries.has('shownDemo:d') || isKept).toBe(true);
    expect(answers.hash('shownDemo:d') === before).toBe(isKept);
  });

  it('keeps the hash of an invalidated query whose new answer is equal', () => {
    const answers = createAnswers(snapshot(start));
    const before = answers.hash('navigation');
    const moved = answers.moveTo(
      snapshot(write(start, 'pages/a', aPage({ slug: 'a', title: 'New', nav_label: aPage()['title'] ?? null }))),
    );
    expect(moved.queries.get('navigation')).toBe(before);
    expect(answers.hash('navigation')).toBe(before);
  });
});

describe('answers of more documents than the cache holds', () => {
  const slugs = Array.from({ length: 600 }, (_, index) => `of-many-${String(index)}`);
  const many = slugs.reduce((state, slug) => write(state, `pages/${slug}`, aPage({ slug })), start);

  it.each([
    ['a page', 'pages/of-many-1', aPage({ slug: 'of-many-1', body: 'New' }), 'page:of-many-1'],
    ['the embed code of a demo', 'demo_embeds/d', anEmbed('https://demo.example/new'), 'demo:d'],
  ])('invalidates only the affected query after a change of %s', (...[, path, data, query]) => {
    const answers = createAnswers(snapshot(many));
    const hashes = new Map(['demo:d', ...slugs.map((slug) => `page:${slug}`)].map((key) => [key, answers.hash(key)]));
    const moved = answers.moveTo(snapshot(write(many, path, data)));
    expect(moved.queries.get(query)).toBe(hashes.get(query));
    expect([...moved.queries.keys()].filter((key) => hashes.has(key))).toEqual([query]);
    for (const [key, hash] of hashes) expect(answers.hash(key) === hash).toBe(key !== query);
    // The query was answered again, so the reverse change invalidates it again.
    const back = answers.moveTo(snapshot(many));
    expect([...back.queries.keys()]).toContain(query);
    expect(answers.hash(query)).toBe(hashes.get(query));
  });
});

it('freezes answers so that a template cannot change them for other pages', () => {
  const answers = createAnswers(snapshot(start));
  const navigation = answers.value('navigation') as { label: string }[];
  expect(() => navigation.push({ label: 'x' })).toThrow(TypeError);
  expect(() => Object.assign(navigation[0] ?? {}, { label: 'x' })).toThrow(TypeError);
});

it('answers an unknown query with undefined, whose hash differs from that of null', () => {
  const answers = createAnswers(snapshot(start));
  expect(answers.value('weather:today')).toBeUndefined();
  expect(answers.hash('weather:today')).not.toBe(answers.hash('image:none'));
});

it.each([
  ['navigation', 'navigation()'],
  ['page:about', 'page("about")'],
  ['image:http://x/y:z', 'image("http://x/y:z")'],
])('describes the key %s as %s', (key, name) => {
  expect(describeQuery(key)).toBe(name);
});
