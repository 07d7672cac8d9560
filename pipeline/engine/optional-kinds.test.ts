import { beforeEach, expect, it } from 'vitest';
import { linkedRenderer } from '../render/linked-renderer.fixture.ts';
import type { Renderer } from '../render/renderer.ts';
import { aPage, aSetting } from '../sync/documents.fixture.ts';
import type { JsonObject } from '../sync/source.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

// Kinds that the setting `content` switches on.

const site = eachOnSmallSite();
const off = aSetting({ news: false });
const on = aSetting({ news: true });

const entry = (change: JsonObject = {}): JsonObject => ({
  ...{
    title: 'Launch',
    slug: 'launch',
    date: null,
    author: null,
    cover: null,
    summary: null,
    body: null,
    tags: ['Press'],
  },
  ...{ meta_title: null, meta_description: null, og_image_url: null, is_published: true },
  ...{ rev: 1, created_by: 'ada', updated_by: 'ada' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' },
  ...change,
});

/** Also renders the entries of news. */
const renderer = (): Renderer => {
  const linked = linkedRenderer();
  const render: Renderer['render'] = (path, content) => {
    if (!path.startsWith('/news/')) return linked.render(path, content);
    const title = String(content.entry(`news:${path.slice('/news/'.length)}`)?.['title']);
    const body = `<html lang="en"><head><title>${title}</title></head><body></body></html>`;
    return Promise.resolve({ ok: true, status: 200, contentType: 'text/html; charset=utf-8', body });
  };
  return { ...linked, render };
};

beforeEach(async () => {
  await site.pipeline.close();
  await site.open({ renderer });
  site.source.set('news/n1', entry());
  site.source.set('pages/b', aPage({ slug: 'babbage', title: 'Babbage', body: '[news](news:n1)' }));
  await site.pipeline.reconcile();
});

const pages = () => site.pipeline.live()?.paths() ?? [];

it('have no pages, no links and no entries in the sitemap until they are switched on, and again afterwards', async () => {
  expect(pages()).not.toContain('/news/launch.html');
  expect(pages().filter((path) => path.startsWith('/news'))).toEqual([]);
  expect(await site.read('/sitemap.xml')).not.toContain('/news');
  expect(await site.read('/page/babbage.html')).not.toContain('/news/launch');

  await site.write('site_settings/content', on);
  expect(await site.read('/news/launch.html')).toContain('Launch');
  expect(pages()).toEqual(expect.arrayContaining(['/news.html', '/news/tag/press.html', '/news/feed.xml']));
  expect(await site.read('/sitemap.xml')).toContain('/news/launch');
  expect(await site.read('/page/babbage.html')).toContain('href="/news/launch"');
  expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });

  await site.write('site_settings/content', off);
  expect(pages().filter((path) => path.startsWith('/news'))).toEqual([]);
  expect(await site.read('/sitemap.xml')).not.toContain('/news');
  expect(await site.read('/page/babbage.html')).not.toContain('/news/launch');
  expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
});

it('announce exactly the pages that a switch changes', async () => {
  const visitors = aSetting({ search_enabled: true, feed_enabled: false, language: null });
  await site.write('site_settings/visitors', visitors);
  site.source.set('site_settings/content', on);
  const planned = (await site.pipeline.plan()).render.map(({ route }) => route);
  expect(planned).toEqual(expect.arrayContaining(['/news/launch', '/page/babbage', '/sitemap.xml']));
  expect(planned).not.toContain('/page/ada');
});

it('publish entries that changed while they were off with their newest text', async () => {
  await site.write('news/n1', entry({ title: 'Lift-off', slug: 'lift-off', rev: 2 }));
  await site.write('news/n2', entry({ title: 'Second', slug: 'second' }));
  await site.write('news/n2', null);
  await site.write('site_settings/content', on);
  expect(await site.read('/news/lift-off.html')).toContain('Lift-off');
  expect(pages().filter((path) => /^\/news\/[a-z-]+\.html$/.test(path))).toEqual(['/news/lift-off.html']);
});

it('leave its address to a page that has it', async () => {
  await site.write('pages/n', aPage({ slug: 'news', title: 'Old news' }));
  await site.write('site_settings/content', on);
  expect(await site.read('/news.html')).toContain('Old news');
  expect(await site.read('/news/launch.html')).toContain('Launch');
  expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
});
