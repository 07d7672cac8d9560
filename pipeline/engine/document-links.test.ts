import { beforeEach, describe, expect, it } from 'vitest';
import { admin } from '../preview/proposed-changes.fixture.ts';
import { aDemo, aPage, aSection } from '../sync/documents.fixture.ts';
import type { JsonObject } from '../sync/source.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();

const babbage = (fields: JsonObject = {}) =>
  aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false, ...fields });
const linking = aPage({ title: 'Links', slug: 'links', show_in_menu: false, body: '[B](page:b#life), [G](demo:d)' });

describe('links to documents by id', () => {
  beforeEach(async () => {
    site.source.set('pages/links', linking);
    site.source.set('homepage_sections/s', aSection({ content: 'Read [about him](page:b)' }));
    await site.pipeline.reconcile();
  });

  const rendered = async () => (await site.pipeline.plan()).render.map(({ route }) => route).sort();
  /** The addresses of the links on a page: the text renderer lists them last. */
  const linksOn = async (path: string) => JSON.stringify((await parsed(path)).at(-1));
  const parsed = async (path: string) =>
    JSON.parse((await site.read(path))?.slice('text-1 '.length) ?? '') as unknown[];
  const addresses = async () => [await linksOn('/page/links.html'), await linksOn('/index.html')];

  it.each<[string, string, JsonObject | null, string[]]>([
    ['a changed slug', 'pages/b', babbage({ slug: 'charles' }), ['/', '/page/charles', '/page/links', '/sitemap.xml']],
    ['an unpublished target', 'pages/b', babbage({ is_published: false }), ['/', '/page/links', '/sitemap.xml']],
    ['a deleted target', 'pages/b', null, ['/', '/page/links', '/sitemap.xml']],
    ['a changed title and body', 'pages/b', babbage({ title: 'New', body: 'New' }), ['/page/babbage']],
    [
      'the slug of a demo',
      'demo_pages/d',
      aDemo({ slug: 'hopper' }),
      ['/demo/hopper', '/demos', '/page/links', '/sitemap.xml'],
    ],
    ['another page', 'pages/links', { ...linking, body: 'None' }, ['/page/links']],
  ])('render only the pages that link to it after %s', async (...[, path, data, routes]) => {
    if (data === null) site.source.delete(path);
    else site.source.set(path, data);
    expect(await rendered()).toEqual(routes);
    await site.pipeline.publish([path]);
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('follow their target in the same release', async () => {
    expect(await addresses()).toEqual(['["/page/babbage","/demo/grace"]', '[["/page/babbage"]]']);
    const { release } = await site.write('pages/b', babbage({ slug: 'charles' }));
    expect(await addresses()).toEqual(['["/page/charles","/demo/grace"]', '[["/page/charles"]]']);
    expect(site.pipeline.releases()[0]?.id).toBe(release?.id);
    await site.write('pages/b', null);
    expect(await addresses()).toEqual(['[null,"/demo/grace"]', '[[null]]']);
    await site.write('pages/b', babbage());
    expect(await addresses()).toEqual(['["/page/babbage","/demo/grace"]', '[["/page/babbage"]]']);
  });

  it('have a reason in a plan and in an impact list', async () => {
    const data = babbage({ slug: 'charles' });
    const answer = await site.pipeline.previews.plan({ what: 'page', id: 'b', action: 'publish', data }, admin);
    expect(answer).toMatchObject({ value: { inbound: 0 } });
    expect(answer.ok && answer.value.changes.find(({ path }) => path === '/page/links')).toMatchObject({
      reason: 'links to an address that changes',
    });
    site.source.set('pages/b', data);
    expect((await site.pipeline.plan()).render).toContainEqual({
      route: '/page/links',
      reason: 'links to an address that changes: address("page:b") changed',
    });
  });

  it.each(['unpublish', 'delete'] as const)('are counted in the impact of an action: %s', async (action) => {
    const answer = await site.pipeline.previews.plan({ what: 'page', id: 'b', action, data: null }, admin);
    expect(answer).toMatchObject({ value: { inbound: 2, links: [{ path: '/' }, { path: '/page/links' }] } });
  });

  it('are inbound links of their target', () => {
    expect(site.pipeline.previews.links('page', 'b').map(({ path }) => path)).toEqual(['/', '/page/links']);
    expect(site.pipeline.previews.links('demo', 'd').map(({ path }) => path)).toEqual(['/page/links']);
  });

  it('are text after a rollback to a release that shows a document deleted since', async () => {
    await site.write('pages/b', null);
    await site.pipeline.rollback('1');
    expect(await site.read('/page/links.html')).not.toContain('/page/babbage');
    expect(await site.read('/index.html')).not.toContain('/page/babbage');
  });
});
