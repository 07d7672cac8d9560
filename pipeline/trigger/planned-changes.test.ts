import { newPage } from '@frontage/model/page';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin } from '../preview/considered.fixture.ts';
import type { Deed } from '../preview/lay-draft.ts';
import type { Draft } from '../preview/previews.ts';
import { aPage, aSection, aSetting, aSlug } from '../sync/documents.fixture.ts';
import { changesBetween, changesIn, liveAddresses } from './live-addresses.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();
beforeEach(() => site.pipeline.reconcile());

const page = (id: string, data: object): Draft => ({ what: 'page', id, data: { ...data } });
const typed = { ...newPage, title: 'Typed', slug: 'typed' };

describe('what a deed changes', () => {
  const plan = async (deed: Deed) => {
    const planned = await site.pipeline.previews.plan(deed, admin);
    return planned.ok
      ? planned.value.changes.map(({ path, change, reason }) => `${change} ${path}: ${reason}`)
      : planned.reason;
  };

  it.each<[string, Deed, string[] | string]>([
    [
      'a text',
      { ...page('b', { body: 'New' }), action: 'publish' },
      ['changed /page/babbage: its own address', 'changed /sitemap.xml: in the sitemap'],
    ],
    [
      'nothing',
      { ...page('b', {}), action: 'publish' },
      ['changed /page/babbage: its own address', 'changed /sitemap.xml: in the sitemap'],
    ],
    [
      'a title in the menu',
      { ...page('a', { title: 'Typed', slug: 'ada' }), action: 'publish' },
      [
        'changed /: in the menu',
        'changed /404: in the menu',
        'changed /demo/grace: in the menu',
        'changed /demos: in the menu',
        'changed /page/ada: its own address',
        'changed /page/babbage: in the menu',
        'changed /sitemap.xml: in the sitemap',
      ],
    ],
    [
      'a withdrawal',
      { what: 'page', id: 'b', action: 'unpublish', data: null },
      ['removed /page/babbage: taken off the site', 'changed /sitemap.xml: in the sitemap'],
    ],
    [
      'a deletion',
      { what: 'demo', id: 'd', action: 'delete', data: null },
      [
        'removed /demo/grace: deleted',
        'changed /demos: its card is on the gallery',
        'changed /sitemap.xml: in the sitemap',
      ],
    ],
    [
      'a new address',
      { ...page('draft', { title: 'Typed', show_in_menu: false }), action: 'publish' },
      ['added /page/draft: its own address', 'changed /sitemap.xml: in the sitemap'],
    ],
    [
      'the brand',
      { what: 'setting', id: 'branding', action: 'publish', data: { site_name: 'Typed' } },
      ['/', '/404', '/demo/grace', '/demos', '/page/ada', '/page/babbage']
        .map((path) => `changed ${path}: branding is on all pages`)
        .concat('changed /sitemap.xml: in the sitemap'),
    ],
    ['what is not there', { what: 'page', id: 'nobody', action: 'delete', data: null }, 'unknown'],
  ])('%s', async (...[, deed, expected]) => {
    expect(await plan(deed)).toEqual(expected);
  });

  it('says where an address that moves leads to', async () => {
    await site.write('slugs/page:babbage', aSlug('b'));
    expect(await plan({ ...page('b', { title: 'Typed', slug: 'typed' }), action: 'publish' })).toContain(
      'removed /page/babbage: moves: this address leads to /page/typed',
    );
  });

  it('shows an address before and after', async () => {
    const deed: Deed = { ...page('a', typed), action: 'publish' };
    const [left, come] = await Promise.all(
      ['/page/ada', '/page/typed'].map((path) => site.pipeline.previews.look(deed, path, admin)),
    );
    const texts = [left, come].map((looked) => (looked?.ok ? looked.value : null));
    expect(texts.map((text) => [text?.before?.includes('Ada'), text?.after?.includes('Typed')])).toEqual([
      [true, undefined],
      [undefined, true],
    ]);
  });

  it.each(['/sitemap.xml', '/robots.txt'])('shows %s before and after, although it is no page', async (path) => {
    const deed: Deed = {
      what: 'setting',
      id: 'seo',
      action: 'publish',
      data: { robots_custom_rules: 'Disallow: /typed', sitemap_frequency: 'daily' },
    };
    const looked = await site.pipeline.previews.look(deed, path, admin);
    const { before = null, after = null } = looked.ok ? looked.value : {};
    expect([before, after]).toEqual([expect.stringMatching(/^<!doctype html>/i), expect.stringMatching(/<pre>/)]);
    expect(after).not.toBe(before);
    expect(after).toContain(path === '/robots.txt' ? 'Disallow: /typed' : 'daily');
  });

  it('does not say of a page that cannot be drawn that it goes away', async () => {
    const deed: Deed = { ...page('a', { ...typed, title: 'THROW', slug: 'ada' }), action: 'publish' };
    expect(await site.pipeline.previews.look(deed, '/page/ada', admin)).toEqual({ ok: false, reason: 'broken' });
  });

  it.each<[Deed, boolean]>([
    [{ what: 'setting', id: 'branding', action: 'publish', data: { site_name: 'Typed' } }, true],
    [{ ...page('b', { body: 'New' }), action: 'publish' }, false],
  ])('is told as all of the site where no page stays as it is: %j', async (deed, all) => {
    expect(await site.pipeline.previews.plan(deed, admin)).toMatchObject({ value: { all } });
  });
});

describe('what waits to be published', () => {
  const told = async () => {
    const { told: plan } = await site.pipeline.plan();
    return { ...plan, changes: plan.changes.map(({ path, change, reason }) => `${change} ${path}: ${reason}`) };
  };

  it('changes nothing where all of it is live', async () => {
    expect(await told()).toMatchObject({ changes: [], total: 0, exact: true, all: false, inbound: 0 });
  });

  it('is told as a deed is, with who links to what goes away', async () => {
    site.source.set('pages/b', aPage({ slug: 'babbage', is_published: false, show_in_menu: false }));
    site.source.delete('demo_pages/d');
    site.source.set('homepage_sections/s', aSection({ cta_text: 'Go', cta_url: '/demo/grace' }));
    expect(await told()).toMatchObject({
      changes: [
        'removed /demo/grace: deleted',
        'removed /page/babbage: taken off the site',
        'changed /: on the home page',
        'changed /demos: its card is on the gallery',
        'changed /sitemap.xml: in the sitemap',
      ],
      inbound: 1,
    });
    const before = liveAddresses(site.pipeline.live());
    const plan = await site.pipeline.plan();
    await site.pipeline.reconcile();
    expect(changesIn(plan.told)).toEqual(changesBetween(before, liveAddresses(site.pipeline.live())));
  });

  it('names settings as what they are', async () => {
    site.source.set('site_settings/branding', aSetting({ site_name: 'Typed' }));
    expect((await told()).changes).toContain('changed /page/babbage: branding is on all pages');
  });

  it('may be all of it, with other templates', async () => {
    await site.pipeline.close();
    await site.open({ fingerprint: 'text-2' });
    const { changes, all } = await told();
    expect([all, changes[0]]).toEqual([true, 'changed /: the site was compiled anew']);
  });
});

describe('who links to a document', () => {
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
  ] as const)('a %s %s', (...[what, id, links]) => {
    expect(site.pipeline.previews.links(what, id)).toEqual(links);
  });

  it.each<[Deed, number]>([
    [{ what: 'page', id: 'b', action: 'delete', data: null }, 1],
    [{ what: 'page', id: 'a', action: 'delete', data: null }, 0],
    [{ ...page('b', typed), action: 'publish' }, 1],
    [{ ...page('b', { body: 'New' }), action: 'publish' }, 0],
  ])('is counted before its address goes %#', async (deed, inbound) => {
    expect(await site.pipeline.previews.plan(deed, admin)).toMatchObject({ value: { inbound } });
  });
});
