import { beforeEach, describe, expect, it } from 'vitest';
import { aDemo, aPage, aRedirect, aSlug } from '../sync/documents.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();
const leads = (address: string) => site.pipeline.live()?.redirect(address) ?? null;
const to = (target: string, status = 301) => ({ to: target, status });
const renamed = aPage({ title: 'Ada', slug: 'lovelace' });

beforeEach(async () => {
  site.source.set('slugs/page:ada', aSlug('a'));
  site.source.set('slugs/page:babbage', aSlug('b'));
  site.source.set('slugs/demo:grace', aSlug('d'));
  await site.pipeline.reconcile();
});

describe('an old address', () => {
  it('redirects in the release that moves its page, and is a file again after a rollback', async () => {
    await site.write('pages/a', renamed);
    expect([leads('/ada'), leads('/page/ada')]).toEqual([to('/page/lovelace'), to('/page/lovelace')]);
    expect(site.pipeline.live()?.get('/page/lovelace.html')).not.toBeNull();
    await site.write('pages/a', aPage({ title: 'Ada', slug: 'ada' }));
    expect(leads('/ada')).toBeNull();
    expect(await site.read('/page/ada.html')).toContain('"title":"Ada"');
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('gives its place to another page, and takes it back', async () => {
    await site.write('pages/a', renamed);
    await site.write('pages/b', aPage({ title: 'Babbage', slug: 'ada' }));
    expect([leads('/ada'), leads('/babbage')]).toEqual([null, to('/page/ada')]);
    await site.write('pages/b', aPage({ title: 'Babbage', slug: 'babbage' }));
    expect([leads('/ada'), leads('/babbage')]).toEqual([to('/page/lovelace'), null]);
  });

  it.each([
    ['unpublished', aPage({ slug: 'lovelace', is_published: false })],
    ['deleted', null],
  ])('is no address any more when its page is %s', async (_, data) => {
    await site.write('pages/a', renamed);
    await site.write('pages/a', data);
    expect(leads('/ada')).toBeNull();
    expect(site.pipeline.live()?.redirects().size).toBe(0);
  });

  it('redirects, in an earlier release, to the page’s address then, by today’s holder of the slug', async () => {
    await site.write('demo_pages/d', aDemo({ slug: 'hopper' }));
    site.source.set('slugs/page:lovelace', aSlug('a'));
    site.source.set('pages/a', renamed);
    await site.pipeline.publish(['pages/a', 'slugs/page:lovelace']);
    await site.pipeline.rollback('1');
    // The page's current slug is one of its addresses at any time.
    expect([leads('/lovelace'), leads('/page/lovelace')]).toEqual([to('/page/ada'), to('/page/ada')]);
    expect([leads('/ada'), leads('/demo/hopper'), leads('/demo/grace')]).toEqual([null, null, null]);
    await site.write('slugs/demo:hopper', aSlug('d'));
    expect(leads('/demo/hopper')).toEqual(to('/demo/grace'));
    await site.write('pages/a', null);
    expect(leads('/lovelace')).toBeNull();
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
    await site.pipeline.unpin();
    expect([leads('/demo/grace'), leads('/demo/hopper')]).toEqual([to('/demo/hopper'), null]);
  });

  it('is known after an upgrade from a version that did not read slugs', async () => {
    const { again, at, readAll } = { again: [], at: '2026-01-04T23:59:00.000Z', readAll: '2026-01-04T23:59:00.000Z' };
    await site.pipeline.close();
    const { openReleaseStore } = await import('../adapters/disk/store.ts');
    const store = openReleaseStore(site.folder);
    store.setCursor({ at, readAll, again });
    store.close();
    site.source.set('slugs/page:older', aSlug('a'));
    await site.open();
    await site.pipeline.follow();
    expect(leads('/older')).toEqual(to('/page/ada'));
  });

  it('reports no status for slugs, and lists redirects in a plan', async () => {
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

describe('an own redirect', () => {
  it('leads from where no file stands, and never twice', async () => {
    await site.write('redirects/1', aRedirect('/shop.php', '/page/ada', 302));
    await site.write('redirects/2', aRedirect('/demos', '/page/ada'));
    await site.write('redirects/3', aRedirect('/sitemap.xml', '/page/ada'));
    expect([leads('/shop.php'), leads('/shop.php/'), leads('/demos'), leads('/sitemap.xml')]).toEqual([
      to('/page/ada', 302),
      to('/page/ada', 302),
      null,
      null,
    ]);
    await site.write('pages/a', renamed);
    expect(leads('/shop.php')).toEqual(to('/page/lovelace', 302));
    await site.write('redirects/1', aRedirect('/shop.php', null));
    expect(leads('/shop.php')).toBeNull();
  });

  it('leads from an address for as long as nothing stands there', async () => {
    await site.write('redirects/1', aRedirect('/page/new', 'https://elsewhere.example/ü'));
    expect(leads('/page/new')).toEqual(to('https://elsewhere.example/%C3%BC'));
    await site.write('pages/c', aPage({ slug: 'new' }));
    expect(leads('/page/new')).toBeNull();
    await site.write('pages/c', null);
    expect(leads('/page/new')).toEqual(to('https://elsewhere.example/%C3%BC'));
  });

  it('is reported while it runs in a loop or into one', async () => {
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
    // `frontage status` reads the problems of a stored site, such as that of a restart.
    await site.pipeline.close();
    await site.open();
    expect(problems()).toEqual([...loop, inLoop('3', '/c → /b → /a → /b')]);
    await site.pipeline.reconcile();
    await site.write('pages/b', aPage({ slug: 'b' }));
    expect([problems(), leads('/a')]).toEqual([[], to('/b')]);
    await site.write('pages/b', null);
    expect(problems()).toHaveLength(3);
    await site.write('redirects/1', aRedirect('/a', '/page/ada'));
    expect([problems(), leads('/c')]).toEqual([[], to('/page/ada')]);
  });

  it('that is not valid any more leads nowhere', async () => {
    await site.write('redirects/1', aRedirect('/old', '/page/ada'));
    await site.write('redirects/1', aRedirect('/old', 'javascript:alert(1)'));
    expect(leads('/old')).toBeNull();
    expect(site.pipeline.status().problems).toMatchObject([{ document: 'redirects/1', field: 'to' }]);
  });
});
