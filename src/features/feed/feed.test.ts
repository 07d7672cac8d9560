import { expect, it, test } from 'vitest';
import { defaultSettings } from '@frontage/model/kinds/settings';
import { type FeedEntry, feedFile } from './feed.ts';

const page = (over: Partial<FeedEntry> = {}): FeedEntry => ({
  tag: 'pages/p1',
  path: '/page/about',
  title: 'About',
  summary: null,
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-02-03T04:05:06.000Z',
  ...over,
});

const { branding } = defaultSettings;
const site = {
  origin: 'https://brand.example',
  language: 'pt-BR',
  branding: { ...branding, site_name: 'Brand' },
};
const feed = (...entries: FeedEntry[]): string =>
  feedFile(site, { path: '/feed.xml', home: '/', title: 'Brand', subtitle: 'What the site is about', entries });

it('lists the pages in the format of Atom', () => {
  const later = page({
    tag: 'pages/%C3%BC',
    path: '/page/new',
    title: 'A & <b>',
    summary: 'About "us"',
    updated_at: '2026-03-01T00:00:00.000Z',
  });
  expect(feed(later, page())).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="pt-BR">' +
      '<id>https://brand.example/</id><title>Brand</title><subtitle>What the site is about</subtitle>' +
      '<link href="https://brand.example/"/><link rel="self" type="application/atom+xml" href="https://brand.example/feed.xml"/>' +
      '<updated>2026-03-01T00:00:00.000Z</updated><author><name>Brand</name></author>' +
      '<entry><id>tag:brand.example,2026-01-02:pages/%C3%BC</id><title>A &amp; &lt;b&gt;</title>' +
      '<link href="https://brand.example/page/new"/><published>2026-01-02T03:04:05.000Z</published>' +
      '<updated>2026-03-01T00:00:00.000Z</updated><summary>About &quot;us&quot;</summary></entry>' +
      '<entry><id>tag:brand.example,2026-01-02:pages/p1</id><title>About</title>' +
      '<link href="https://brand.example/page/about"/><published>2026-01-02T03:04:05.000Z</published>' +
      '<updated>2026-02-03T04:05:06.000Z</updated></entry></feed>',
  );
});

test('the id of an entry stays when the page gets another address, title or text', () => {
  const idOf = (one: FeedEntry): string | undefined => /<entry><id>(.*?)<\/id>/.exec(feed(one))?.[1];
  expect(
    idOf(page({ path: '/page/other', title: 'Other', summary: 'x', updated_at: '2026-05-01T00:00:00.000Z' })),
  ).toBe(idOf(page()));
});

test('a feed without pages is valid, and characters that XML forbids are left out', () => {
  expect(feed()).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  expect(feed(page({ title: 'a\u0001b\ufffe' }))).toContain('<title>ab</title>');
});
