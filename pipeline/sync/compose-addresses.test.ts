import { describe, expect, it } from 'vitest';
import { applyRead, emptyContent, type ContentState } from './content-state.ts';
import { aDemo, anEmbed, aPage, aRedirect, aSlug } from './documents.fixture.ts';
import type { JsonObject } from './source.ts';

type Documents = Record<string, JsonObject | null>;

let ticks = 0;
const after = (state: ContentState, documents: Documents): ContentState => {
  const at = new Date(Date.UTC(2026, 0, 1) + (ticks += 1)).toISOString();
  const read = Object.entries(documents).map(([path, data]) => ({ path, data, time: at }));
  return applyRead(state, { documents: read, at }).state;
};

const start: Documents = {
  'pages/p1': aPage({ slug: 'about' }),
  'slugs/page:about': aSlug('p1'),
  'demo_pages/d1': aDemo({ slug: 'ada' }),
  'demo_embeds/d1': anEmbed(),
  'slugs/demo:ada': aSlug('d1'),
};
const moved = aPage({ slug: 'us' });
const aboutRedirects = { '/page/about': '/page/us', '/about': '/page/us' };

describe('composeAddresses: old addresses', () => {
  it.each<[string, Documents[], Record<string, string>]>([
    ['are empty while slugs are unchanged', [], {}],
    ['redirect to the new address of a page', [{ 'pages/p1': moved }], aboutRedirects],
    [
      'redirect to the new address of a demo',
      [{ 'demo_pages/d1': aDemo({ slug: 'eve' }) }],
      { '/demo/ada': '/demo/eve' },
    ],
    [
      'all redirect to the newest address',
      [{ 'pages/p1': moved, 'slugs/page:us': aSlug('p1') }, { 'pages/p1': aPage({ slug: 'team' }) }],
      { '/page/about': '/page/team', '/about': '/page/team', '/page/us': '/page/team', '/us': '/page/team' },
    ],
    [
      'disappear when the page returns to its old slug',
      [{ 'pages/p1': moved }, { 'pages/p1': start['pages/p1'] ?? null }],
      {},
    ],
    ['do not redirect while the page is unpublished', [{ 'pages/p1': aPage({ slug: 'us', is_published: false }) }], {}],
    ['do not redirect after the page is deleted', [{ 'pages/p1': moved }, { 'pages/p1': null }], {}],
    [
      'redirect again when the page is published again',
      [{ 'pages/p1': aPage({ slug: 'us', is_published: false }) }, { 'pages/p1': moved }],
      aboutRedirects,
    ],
    [
      'do not redirect where another page is published',
      [{ 'pages/p1': moved }, { 'pages/p2': aPage({ slug: 'about' }), 'slugs/page:about': aSlug('p2') }],
      {},
    ],
    [
      'redirect to the last document that had the slug',
      [
        { 'pages/p1': moved },
        { 'pages/p2': aPage({ slug: 'about' }), 'slugs/page:about': aSlug('p2') },
        { 'pages/p2': aPage({ slug: 'them' }) },
      ],
      { '/page/about': '/page/them', '/about': '/page/them' },
    ],
    ['disappear with their slug record', [{ 'pages/p1': moved }, { 'slugs/page:about': null }], {}],
    [
      'appear with their slug record',
      [{ 'pages/p1': moved, 'slugs/page:about': null }, { 'slugs/page:about': aSlug('p1') }],
      aboutRedirects,
    ],
    [
      'do not redirect while the demo has no embed code',
      [{ 'demo_pages/d1': aDemo({ slug: 'eve' }), 'demo_embeds/d1': null }],
      {},
    ],
    [
      'do not redirect to a page whose slug belongs to another page',
      [{ 'pages/p0': aPage({ slug: 'us', created_at: '2025-01-01T00:00:00.000Z' }), 'pages/p1': moved }],
      {},
    ],
    [
      'ignore records of invalid slugs',
      [{ 'pages/p1': moved, 'slugs/page:../x': aSlug('p1'), 'slugs/menu:x': aSlug('p1') }],
      aboutRedirects,
    ],
  ])('%s', (_, steps, expected) => {
    const state = steps.reduce(after, after(emptyContent, start));
    expect(Object.fromEntries(state.composition.addresses.old)).toEqual(expected);
    const atOnce = after(emptyContent, Object.assign({}, start, ...steps) as Documents);
    expect(Object.fromEntries(atOnce.composition.addresses.old)).toEqual(expected);
  });

  it('reports an invalid slug record by its path', () => {
    const { invalid } = after(emptyContent, { 'slugs/page:Not a slug': aSlug('p1'), 'slugs/menu:x': aSlug('p1') });
    expect([...invalid.keys()]).toEqual(['slugs/page:Not a slug', 'slugs/menu:x']);
  });
});

it('uses own redirects that have a target, and the first by id of two with the same source', () => {
  const state = after(emptyContent, {
    'redirects/b': aRedirect('/old', '/second'),
    'redirects/a': aRedirect('/old', '/first', 302),
    'redirects/c': aRedirect('/gone', null),
    'redirects/d': aRedirect('/admin/x', '/first'),
  });
  expect(Object.fromEntries(state.composition.addresses.own)).toEqual({ '/old': { to: '/first', status: 302 } });
  expect([...state.invalid.keys()]).toEqual(['redirects/d']);
});

it('keeps the site’s date when only redirects change', () => {
  const state = after(emptyContent, start);
  const at = '2027-01-01T00:00:00.000Z';
  const documents = [
    { path: 'slugs/page:older', data: aSlug('p1'), time: at },
    { path: 'redirects/a', data: aRedirect('/a', '/b'), time: at },
  ];
  expect(applyRead(state, { documents, at }).state.asOf).toBe(state.asOf);
});
