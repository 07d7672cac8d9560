import { beforeEach, describe, expect, it } from 'vitest';
import { aDemo, anEmbed, aPage, aSection } from '../sync/documents.fixture.ts';
import type { MemorySource } from '../sync/memory-source.fixture.ts';
import { liveFiles } from './text-pipeline.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();

describe('the pages re-rendered by an edit', () => {
  beforeEach(() => site.pipeline.reconcile());

  const everyPage = ['/404', '/', '/demo/grace', '/demos', '/page/ada', '/page/babbage'];
  it.each<[string, string, Parameters<MemorySource['set']>[1] | null, string[], string[]]>([
    [
      'a body',
      'pages/b',
      aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false, body: 'New' }),
      ['/page/babbage'],
      [],
    ],
    [
      'a title that is in no menu',
      'pages/b',
      aPage({ title: 'New', slug: 'babbage', show_in_menu: false }),
      ['/page/babbage'],
      [],
    ],
    ['a title in the menu', 'pages/a', aPage({ title: 'New', slug: 'ada' }), everyPage, []],
    ['a draft', 'pages/draft', aPage({ slug: 'draft', is_published: false, body: 'New' }), [], []],
    ['a section', 'homepage_sections/s', aSection({ title: 'New' }), ['/'], []],
    ['a demo', 'demo_pages/d', aDemo({ slug: 'grace', heading: 'New' }), ['/demo/grace', '/demos'], []],
    ['an embed', 'demo_embeds/d', anEmbed('https://demo.example/other'), ['/demo/grace'], []],
    ['a deleted page outside the menu', 'pages/b', null, ['/sitemap.xml'], ['/page/babbage']],
    [
      'a new slug',
      'pages/b',
      aPage({ title: 'Babbage', slug: 'new', show_in_menu: false }),
      ['/page/new', '/sitemap.xml'],
      ['/page/babbage'],
    ],
  ])('are those that depend on %s', async (...[, path, data, rendered, removed]) => {
    if (data === null) site.source.delete(path);
    else site.source.set(path, data);
    const plan = await site.pipeline.plan();
    expect(plan.render.map(({ route }) => route).sort()).toEqual([...rendered].sort());
    expect(plan.remove.map(({ path: route }) => route)).toEqual(removed);

    const files = (routes: string[]) => routes.flatMap((route) => (route.startsWith('/page/') ? [1, 2] : [1])).length;
    const { release } = await site.pipeline.publish([path]);
    const isSame = rendered.length === 0 && removed.length === 0;
    expect(release === null).toBe(isSame);
    expect((release?.added ?? 0) + (release?.changed ?? 0)).toBe(files(rendered));
    expect(release?.removed ?? 0).toBe(files(removed));
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('have a reason in a plan', async () => {
    site.source.set('pages/b', aPage({ title: 'Babbage', slug: 'new', show_in_menu: false, body: 'x' }));
    site.source.set('demo_pages/d', aDemo({ slug: 'grace', is_published: false }));
    site.source.set('homepage_sections/s', aSection({ title: 'New' }));
    const { render, keep, remove } = await site.pipeline.plan();
    expect(render).toEqual([
      { route: '/', reason: 'on the home page: homepage() changed' },
      { route: '/demos', reason: 'its card is on the gallery: gallery() changed' },
      { route: '/sitemap.xml', reason: 'in the sitemap: sitemap() changed' },
      { route: '/page/new', reason: 'new route' },
    ]);
    expect(keep.sort()).toEqual(['/404', '/page/ada', '/robots.txt']);
    expect(remove).toEqual([
      { path: '/page/babbage', reason: 'pages/b moved to "new"' },
      { path: '/demo/grace', reason: 'demo_pages/d unpublished' },
    ]);
  });

  it('are not written by a plan', async () => {
    const before = await liveFiles(site.pipeline);
    site.source.set('pages/a', aPage({ title: 'New', slug: 'ada' }));
    await site.pipeline.plan();
    expect(await liveFiles(site.pipeline)).toEqual(before);
    expect(site.pipeline.releases()).toHaveLength(1);
  });
});
