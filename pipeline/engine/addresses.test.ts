import { beforeEach, describe, expect, it } from 'vitest';
import { aDemo, aPage, aRedirect, aSlug } from '../sync/documents.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();
const redirectFrom = (address: string) => site.pipeline.live()?.redirect(address) ?? null;
const to = (target: string, status = 301) => ({ to: target, status });
const renamed = aPage({ title: 'Ada', slug: 'lovelace' });

beforeEach(async () => {
  site.source.set('slugs/page:ada', aSlug('a'));
  site.source.set('slugs/page:babbage', aSlug('b'));
  site.source.set('slugs/demo:grace', aSlug('d'));
  await site.pipeline.reconcile();
});

describe('an old address', () => {
  it('redirects after its page has moved, and serves the page after it has moved back', async () => {
    await site.write('pages/a', renamed);
    expect([redirectFrom('/ada'), redirectFrom('/page/ada')]).toEqual([to('/page/lovelace'), to('/page/lovelace')]);
    expect(site.pipeline.live()?.get('/page/lovelace.html')).not.toBeNull();
    await site.write('pages/a', aPage({ title: 'Ada', slug: 'ada' }));
    expect(redirectFrom('/ada')).toBeNull();
    expect(await site.read('/page/ada.html')).toContain('"title":"Ada"');
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('redirects except while another page has the address', async () => {
    await site.write('pages/a', renamed);
    await site.write('pages/b', aPage({ title: 'Babbage', slug: 'ada' }));
    expect([redirectFrom('/ada'), redirectFrom('/babbage')]).toEqual([null, to('/page/ada')]);
    await site.write('pages/b', aPage({ title: 'Babbage', slug: 'babbage' }));
    expect([redirectFrom('/ada'), redirectFrom('/babbage')]).toEqual([to('/page/lovelace'), null]);
  });

  it.each([
    ['unpublished', aPage({ slug: 'lovelace', is_published: false })],
    ['deleted', null],
  ])('does not redirect when its page is %s', async (_, data) => {
    await site.write('pages/a', renamed);
    await site.write('pages/a', data);
    expect(redirectFrom('/ada')).toBeNull();
    expect(site.pipeline.live()?.redirects().size).toBe(0);
  });

  it('redirects after a rollback to the earlier address of the document that has the slug now', async () => {
    await site.write('demo_pages/d', aDemo({ slug: 'hopper' }));
    site.source.set('slugs/page:lovelace', aSlug('a'));
    site.source.set('pages/a', renamed);
    await site.pipeline.publish(['pages/a', 'slugs/page:lovelace']);
    await site.pipeline.rollback('1');
    // The page's current slug is one of its addresses at any time.
    expect([redirectFrom('/lovelace'), redirectFrom('/page/lovelace')]).toEqual([to('/page/ada'), to('/page/ada')]);
    expect([redirectFrom('/ada'), redirectFrom('/demo/hopper'), redirectFrom('/demo/grace')]).toEqual([
      null,
      null,
      null,
    ]);
    await site.write('slugs/demo:hopper', aSlug('d'));
    expect(redirectFrom('/demo/hopper')).toEqual(to('/demo/grace'));
    await site.write('pages/a', null);
    expect(redirectFrom('/lovelace')).toBeNull();
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
    await site.pipeline.unpin();
    expect([redirectFrom('/demo/grace'), redirectFrom('/demo/hopper')]).toEqual([to('/demo/hopper'), null]);
  });

  it('redirects after an upgrade from a version that did not read slugs', async () => {
    const { again, at, readAll } = { again: [], at: '2026-01-04T23:59:00.000Z', readAll: '2026-01-04T23:59:00.000Z' };
    await site.pipeline.close();
    const { DiskStore } = await import('../adapters/disk/store.ts');
    const store = new DiskStore(site.folder);
    store.setCursor({ at, readAll, again });
    store.close();
    site.source.set('slugs/page:older', aSlug('a'));
    await site.open();
    await site.pipeline.follow();
    expect(redirectFrom('/older')).toEqual(to('/page/ada'));
  });

  it('is listed in a plan as a redirect, and its slug has no status', async () => {
    site.source.set('pages/a', renamed);
    const { redirects } = await site.pipeline.plan();
    expect(redirects).toEqual([
      { from: '/ada', ...to('/page/lovelace') },
      { from: '/page/ada', ...to('/page/lovelace') },
    ]);
    await site.write('slugs/page:x', aSlug('a'));
    await site.pipeline.close();
    expect(site.notices.map(({ path }) => path).filter((path) => path.includes('slugs'))).toEqual([]);
  });
});

describe('a redirect document', () => {
  it('redirects in one hop from an address that no file has', async () => {
    await site.write('redirects/1', aRedirect('/shop.php', '/page/ada', 302));
    await site.write('redirects/2', aRedirect('/demos', '/page/ada'));
    await site.write('redirects/3', aRedirect('/sitemap.xml', '/page/ada'));
    expect([
      redirectFrom('/shop.php'),
      redirectFrom('/shop.php/'),
      redirectFrom('/demos'),
      redirectFrom('/sitemap.xml'),
    ]).toEqual([to('/page/ada', 302), to('/page/ada', 302), null, null]);
    await site.write('pages/a', renamed);
    expect(redirectFrom('/shop.php')).toEqual(to('/page/lovelace', 302));
    await site.write('redirects/1', aRedirect('/shop.php', null));
    expect(redirectFrom('/shop.php')).toBeNull();
  });

  it('redirects from an address only while no page has it', async () => {
    await site.write('redirects/1', aRedirect('/page/new', 'https://elsewhere.example/ü'));
    expect(redirectFrom('/page/new')).toEqual(to('https://elsewhere.example/%C3%BC'));
    await site.write('pages/c', aPage({ slug: 'new' }));
    expect(redirectFrom('/page/new')).toBeNull();
    await site.write('pages/c', null);
    expect(redirectFrom('/page/new')).toEqual(to('https://elsewhere.example/%C3%BC'));
  });

  it('is reported while it is in a redirect loop or leads into one', async () => {
    const problems = () =>
      site.pipeline
        .status()
        .problems.map(({ document, field, message }) => `${document} ${String(field)}: ${message}`)
        .sort();
    const inLoop = (id: string, chain: string) =>
      `redirects/${id} to: This creates a redirect loop: ${chain}. Change the target of one of these redirects`;
    const loop = [inLoop('1', '/a → /b → /a'), inLoop('2', '/b → /a → /b')];
    await site.write('redirects/1', aRedirect('/a', '/b'));
    expect(problems()).toEqual([]);
    const outcome = await site.write('redirects/2', aRedirect('/b', '/a/?x=1'));
    expect(outcome.problems.map(({ document }) => document)).toEqual(['redirects/2']);
    await site.write('redirects/3', aRedirect('/c', '/b'));
    expect(problems()).toEqual([...loop, inLoop('3', '/c → /b → /a → /b')]);
    // Problems are also found when the site is loaded from the store, which `frontage status` does.
    await site.pipeline.close();
    await site.open();
    expect(problems()).toEqual([...loop, inLoop('3', '/c → /b → /a → /b')]);
    await site.pipeline.reconcile();
    await site.write('pages/b', aPage({ slug: 'b' }));
    expect([problems(), redirectFrom('/a')]).toEqual([[], to('/b')]);
    await site.write('pages/b', null);
    expect(problems()).toHaveLength(3);
    await site.write('redirects/1', aRedirect('/a', '/page/ada'));
    expect([problems(), redirectFrom('/c')]).toEqual([[], to('/page/ada')]);
  });

  it('does not redirect after it becomes invalid', async () => {
    await site.write('redirects/1', aRedirect('/old', '/page/ada'));
    await site.write('redirects/1', aRedirect('/old', 'javascript:alert(1)'));
    expect(redirectFrom('/old')).toBeNull();
    expect(site.pipeline.status().problems).toMatchObject([{ document: 'redirects/1', field: 'to' }]);
  });
});
