import { createHash } from 'node:crypto';
import { newPage } from '@frontage/model/kinds/page';
import type { RedirectFields } from '@frontage/model/redirect';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin } from '../preview/proposed-changes.fixture.ts';
import type { ProposedChange } from '../preview/preview-content.ts';
import type { Draft } from '../preview/previews.ts';
import { aPage, aRedirect, aSection, aSetting, aSlug } from '../sync/documents.fixture.ts';
import { changesBetween, changesIn, liveAddresses } from './live-addresses.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();
beforeEach(() => site.pipeline.reconcile());

const page = (id: string, data: object): Draft => ({ what: 'page', id, data: { ...data } });
const typed = { ...newPage, title: 'Typed', slug: 'typed' };

describe('the impact of a proposed change', () => {
  const plan = async (proposed: ProposedChange) => {
    const planned = await site.pipeline.previews.plan(proposed, admin);
    return planned.ok
      ? planned.value.changes.map(({ path, change, reason }) => `${change} ${path}: ${reason}`)
      : planned.reason;
  };

  it.each<[string, ProposedChange, string[] | string]>([
    [
      'a changed body',
      { ...page('b', { body: 'New' }), action: 'publish' },
      ['changed /page/babbage: the page itself', 'changed /sitemap.xml: in the sitemap'],
    ],
    [
      'an empty draft',
      { ...page('b', {}), action: 'publish' },
      ['changed /page/babbage: the page itself', 'changed /sitemap.xml: in the sitemap'],
    ],
    [
      'a changed title in the menu',
      { ...page('a', { title: 'Typed', slug: 'ada' }), action: 'publish' },
      [
        'changed /page/ada: the page itself',
        'changed /: in the menu',
        'changed /404: in the menu',
        'changed /demo/grace: in the menu',
        'changed /demos: in the menu',
        'changed /page/babbage: in the menu',
        'changed /sitemap.xml: in the sitemap',
      ],
    ],
    [
      'a withdrawal',
      { what: 'page', id: 'b', action: 'unpublish', data: null },
      ['removed /page/babbage: unpublished', 'changed /sitemap.xml: in the sitemap'],
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
      ['added /page/draft: the page itself', 'changed /sitemap.xml: in the sitemap'],
    ],
    [
      'changed branding',
      { what: 'setting', id: 'branding', action: 'publish', data: { site_name: 'Typed' } },
      ['/', '/404', '/demo/grace', '/demos', '/page/ada', '/page/babbage']
        .map((path) => `changed ${path}: branding is on all pages`)
        .concat('changed /sitemap.xml: in the sitemap'),
    ],
    ['a missing document', { what: 'page', id: 'nobody', action: 'delete', data: null }, 'unknown'],
  ])('lists the changed addresses of %s', async (...[, proposed, expected]) => {
    expect(await plan(proposed)).toEqual(expected);
  });

  it('names the redirect target of a moved address', async () => {
    await site.write('slugs/page:babbage', aSlug('b'));
    expect(await plan({ ...page('b', { title: 'Typed', slug: 'typed' }), action: 'publish' })).toContain(
      'removed /page/babbage: redirects to /page/typed',
    );
  });

  it('shows an address before and after', async () => {
    const proposed: ProposedChange = { ...page('a', typed), action: 'publish' };
    const [removed, added] = await Promise.all(
      ['/page/ada', '/page/typed'].map((path) => site.pipeline.previews.look(proposed, path, admin)),
    );
    const texts = [removed, added].map((looked) => (looked?.ok ? looked.value : null));
    expect(texts.map((text) => [text?.before?.includes('Ada'), text?.after?.includes('Typed')])).toEqual([
      [true, undefined],
      [undefined, true],
    ]);
  });

  it.each(['/sitemap.xml', '/robots.txt'])('shows the text of %s before and after', async (path) => {
    const proposed: ProposedChange = {
      what: 'setting',
      id: 'seo',
      action: 'publish',
      data: { robots_custom_rules: 'Disallow: /typed', sitemap_frequency: 'daily' },
    };
    const looked = await site.pipeline.previews.look(proposed, path, admin);
    const { before = null, after = null } = looked.ok ? looked.value : {};
    expect([before, after]).toEqual([expect.stringMatching(/^<!doctype html>/i), expect.stringMatching(/<pre>/)]);
    expect(after).not.toBe(before);
    expect(after).toContain(path === '/robots.txt' ? 'Disallow: /typed' : 'daily');
  });

  it.each<[string, ProposedChange, boolean]>([
    ['a slug that is taken', { ...page('a', { slug: 'babbage' }), action: 'publish' }, true],
    ['no title', { ...page('a', { title: '' }), action: 'publish' }, true],
    ['no embed code', { what: 'demo', id: 'new', data: { heading: 'New', slug: 'new' }, action: 'publish' }, true],
    ['a valid change', { ...page('a', { title: 'Typed' }), action: 'publish' }, false],
    ['a withdrawal', { what: 'page', id: 'a', action: 'unpublish', data: null }, false],
  ])('states whether the change would be refused: %s', async (...[, change, refused]) => {
    expect(await site.pipeline.previews.plan(change, admin)).toMatchObject({ value: { refused } });
  });

  it('reports a page that cannot be rendered as broken, not as removed', async () => {
    const proposed: ProposedChange = { ...page('a', { ...typed, title: 'THROW', slug: 'ada' }), action: 'publish' };
    expect(await site.pipeline.previews.look(proposed, '/page/ada', admin)).toEqual({ ok: false, reason: 'broken' });
  });

  it.each<[ProposedChange, boolean]>([
    [{ what: 'setting', id: 'branding', action: 'publish', data: { site_name: 'Typed' } }, true],
    [{ ...page('b', { body: 'New' }), action: 'publish' }, false],
  ])('states whether every page changes: %j', async (proposed, all) => {
    expect(await site.pipeline.previews.plan(proposed, admin)).toMatchObject({ value: { all } });
  });
});

describe('the impact of redirects', () => {
  const hashed = (from: string) => `redirects/${createHash('sha256').update(from).digest('hex')}`;
  const put = (from: string, to: string | null) => site.write(hashed(from), aRedirect(from, to));
  beforeEach(() => put('/old', '/page/ada'));

  it.each<[string, RedirectFields[], string[]]>([
    ['a new redirect', [{ from: '/new', to: '/page/ada', status: 301 }], ['added /new: redirects to /page/ada']],
    ['another target', [{ from: '/old', to: '/demos', status: 301 }], ['changed /old: redirects to /demos']],
    ['another status', [{ from: '/old', to: '/page/ada', status: 302 }], ['changed /old: redirects to /page/ada']],
    ['a removed redirect', [{ from: '/old', to: null, status: 301 }], ['removed /old: redirect removed']],
    ['an unchanged redirect', [{ from: '/old', to: '/page/ada', status: 301 }], []],
    ['a redirect at the address of a page', [{ from: '/page/ada', to: '/demos', status: 301 }], []],
    [
      'a chain of redirects',
      [
        { from: '/page/gone', to: '/demos', status: 301 },
        { from: '/x', to: '/page/gone', status: 301 },
      ],
      ['added /page/gone: redirects to /demos', 'added /x: redirects to /demos'],
    ],
  ])('equals the published changes of %s', async (...[, redirects, expected]) => {
    const planned = await site.pipeline.previews.planRedirects(redirects, admin);
    const { changes, total } = planned.ok ? planned.value : { changes: [], total: -1 };
    expect(changes.map(({ path, change, reason }) => `${change} ${path}: ${reason}`)).toEqual(expected);
    const before = liveAddresses(site.pipeline.live());
    for (const { from, to, status } of redirects) site.source.set(hashed(from), aRedirect(from, to, status));
    await site.pipeline.publish(redirects.map(({ from }) => hashed(from)));
    const changed = changesBetween(before, liveAddresses(site.pipeline.live()));
    expect([changesIn({ changes }), total]).toEqual([changed, changed.size]);
  });
});

describe('the impact of unpublished changes', () => {
  const pendingImpact = async () => {
    const { told: plan } = await site.pipeline.plan();
    return { ...plan, changes: plan.changes.map(({ path, change, reason }) => `${change} ${path}: ${reason}`) };
  };

  it('is empty when all content is live', async () => {
    expect(await pendingImpact()).toMatchObject({ changes: [], total: 0, exact: true, all: false, inbound: 0 });
  });

  it('includes inbound links of removed addresses', async () => {
    site.source.set('pages/b', aPage({ slug: 'babbage', is_published: false, show_in_menu: false }));
    site.source.delete('demo_pages/d');
    site.source.set('homepage_sections/s', aSection({ cta_text: 'Go', cta_url: '/demo/grace' }));
    expect(await pendingImpact()).toMatchObject({
      changes: [
        'removed /demo/grace: deleted',
        'removed /page/babbage: unpublished',
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

  it('names the changed setting as the reason', async () => {
    site.source.set('site_settings/branding', aSetting({ site_name: 'Typed' }));
    expect((await pendingImpact()).changes).toContain('changed /page/babbage: branding is on all pages');
  });

  it('includes every page when the templates were recompiled', async () => {
    await site.pipeline.close();
    await site.open({ fingerprint: 'text-2' });
    const { changes, all } = await pendingImpact();
    expect([all, changes[0]]).toEqual([true, 'changed /: the templates were recompiled']);
  });
});
