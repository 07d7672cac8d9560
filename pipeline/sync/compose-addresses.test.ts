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
const aboutLeads = { '/page/about': '/page/us', '/about': '/page/us' };

describe('old addresses', () => {
  it.each<[string, Documents[], Record<string, string>]>([
    ['are none while slugs are kept', [], {}],
    ['of a page lead to its address', [{ 'pages/p1': moved }], aboutLeads],
    ['of a demo lead to its address', [{ 'demo_pages/d1': aDemo({ slug: 'eve' }) }], { '/demo/ada': '/demo/eve' }],
    [
      'lead to the newest one, all of them',
      [{ 'pages/p1': moved, 'slugs/page:us': aSlug('p1') }, { 'pages/p1': aPage({ slug: 'team' }) }],
      { '/page/about': '/page/team', '/about': '/page/team', '/page/us': '/page/team', '/us': '/page/team' },
    ],
    ['are none when their page goes back', [{ 'pages/p1': moved }, { 'pages/p1': start['pages/p1'] ?? null }], {}],
    [
      'lead nowhere while their page is not published',
      [{ 'pages/p1': aPage({ slug: 'us', is_published: false }) }],
      {},
    ],
    ['lead nowhere when it is deleted', [{ 'pages/p1': moved }, { 'pages/p1': null }], {}],
    [
      'lead somewhere again when it is published again',
      [{ 'pages/p1': aPage({ slug: 'us', is_published: false }) }, { 'pages/p1': moved }],
      aboutLeads,
    ],
    [
      'are none where another page is published',
      [{ 'pages/p1': moved }, { 'pages/p2': aPage({ slug: 'about' }), 'slugs/page:about': aSlug('p2') }],
      {},
    ],
    [
      'lead to who had them last',
      [
        { 'pages/p1': moved },
        { 'pages/p2': aPage({ slug: 'about' }), 'slugs/page:about': aSlug('p2') },
        { 'pages/p2': aPage({ slug: 'them' }) },
      ],
      { '/page/about': '/page/them', '/about': '/page/them' },
    ],
    ['go with their record', [{ 'pages/p1': moved }, { 'slugs/page:about': null }], {}],
    [
      'come with their record',
      [{ 'pages/p1': moved, 'slugs/page:about': null }, { 'slugs/page:about': aSlug('p1') }],
      aboutLeads,
    ],
    [
      'lead nowhere where their demo has no embed code',
      [{ 'demo_pages/d1': aDemo({ slug: 'eve' }), 'demo_embeds/d1': null }],
      {},
    ],
    [
      'are not those of a page whose slug another one has',
      [{ 'pages/p0': aPage({ slug: 'us', created_at: '2025-01-01T00:00:00.000Z' }), 'pages/p1': moved }],
      {},
    ],
    [
      'are of slugs that there can be',
      [{ 'pages/p1': moved, 'slugs/page:../x': aSlug('p1'), 'slugs/menu:x': aSlug('p1') }],
      aboutLeads,
    ],
  ])('%s', (_, steps, expected) => {
    const state = steps.reduce(after, after(emptyContent, start));
    expect(Object.fromEntries(state.composition.addresses.old)).toEqual(expected);
    const atOnce = after(emptyContent, Object.assign({}, start, ...steps) as Documents);
    expect(Object.fromEntries(atOnce.composition.addresses.old)).toEqual(expected);
  });

  it('of a record that is not valid are a problem, with its name', () => {
    const { invalid } = after(emptyContent, { 'slugs/page:Not a slug': aSlug('p1'), 'slugs/menu:x': aSlug('p1') });
    expect([...invalid.keys()]).toEqual(['slugs/page:Not a slug', 'slugs/menu:x']);
  });
});

it('own redirects are those that lead somewhere, the first by id of two that say the same address', () => {
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
