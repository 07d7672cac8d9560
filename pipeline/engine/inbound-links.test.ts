import { newPage } from '@frontage/model/kinds/page';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin } from '../preview/proposed-changes.fixture.ts';
import type { ProposedChange } from '../preview/preview-content.ts';
import type { Draft } from '../preview/previews.ts';
import { aPage, aRedirect, aSection, aSlug } from '../sync/documents.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();
beforeEach(() => site.pipeline.reconcile());

const page = (id: string, data: object): Draft => ({ what: 'page', id, data: { ...data } });
const typed = { ...newPage, title: 'Typed', slug: 'typed' };

describe('inbound links of a document', () => {
  beforeEach(async () => {
    const body =
      'To [Babbage](/babbage), [once more](/page/babbage#life) and [elsewhere](https://elsewhere.example/babbage)';
    await site.write('pages/a', aPage({ title: 'Ada', slug: 'ada', body }));
    await site.write(
      'pages/b',
      aPage({ title: 'Babbage', slug: 'babbage', body: 'To [myself](/babbage)', show_in_menu: false }),
    );
    await site.write(
      'homepage_sections/s',
      aSection({ content: 'Here', cta_text: 'Go', cta_url: 'http://site/demo/grace' }),
    );
    await site.write('pages/draft', aPage({ slug: 'draft', is_published: false, body: '[x](/babbage)' }));
  });

  it.each([
    ['page', 'b', [{ path: '/page/ada', title: 'Ada' }]],
    ['demo', 'd', [{ path: '/', title: 'Meet Ada' }]],
    ['page', 'a', []],
    ['page', 'nobody', []],
  ] as const)('lists the pages that link to %s %s', (...[what, id, links]) => {
    expect(site.pipeline.previews.links(what, id)).toEqual(links);
  });

  it('includes links through redirects and old addresses', async () => {
    await site.write('slugs/page:charles', aSlug('b'));
    await site.write('redirects/x', aRedirect('/engine', '/page/charles'));
    await site.write('redirects/y', aRedirect('/machine', 'http://site/engine'));
    await site.write('pages/c', aPage({ title: 'By one', slug: 'c', body: '[x](/engine)', show_in_menu: false }));
    await site.write('pages/e', aPage({ title: 'By two', slug: 'e', body: '[x](/machine#top)', show_in_menu: false }));
    await site.write('pages/f', aPage({ title: 'By the old one', slug: 'f', body: '[x](/charles)', rev: 2 }));
    expect(site.pipeline.previews.links('page', 'b').map(({ path }) => path)).toEqual([
      '/page/ada',
      '/page/c',
      '/page/e',
      '/page/f',
    ]);
    const proposed: ProposedChange = { what: 'page', id: 'b', action: 'delete', data: null };
    expect(await site.pipeline.previews.plan(proposed, admin)).toMatchObject({
      value: { inbound: 4, links: [{ path: '/page/ada', title: 'Ada' }, {}, {}, {}] },
    });
  });

  it.each<[ProposedChange, number]>([
    [{ what: 'page', id: 'b', action: 'delete', data: null }, 1],
    [{ what: 'page', id: 'a', action: 'delete', data: null }, 0],
    [{ ...page('b', typed), action: 'publish' }, 1],
    [{ ...page('b', { body: 'New' }), action: 'publish' }, 0],
  ])('counts links in the impact of a change (%#)', async (proposed, inbound) => {
    expect(await site.pipeline.previews.plan(proposed, admin)).toMatchObject({ value: { inbound } });
  });
});
