import { parseMarkdown } from '@frontage/model/markdown';
import { describe, expect, test } from 'vitest';
import { aDemoView, anImage, aPageView, aSite } from './head.fixture.ts';
import { demoMetadata, homeMetadata, notFoundMetadata, pageMetadata, titledMetadata } from './metadata.ts';

const upload = 'https://storage.example/v0/b/demo-images/o/x.webp';
const source = { site: aSite(), findImage: (address: string) => (address === upload ? anImage : null) };

const metadataOf = (over: Parameters<typeof aPageView>[0] = {}) => {
  const page = aPageView(over);
  return pageMetadata(source, page, page.body === null ? null : parseMarkdown(page.body));
};

describe('pageMetadata', () => {
  test.each([
    ['the page title', {}, 'Title'],
    ['the meta title', { meta_title: 'Meta' }, 'Meta'],
  ])('uses %s as the title', (_name, over, title) => {
    expect(metadataOf(over).title).toBe(title);
  });

  test.each([
    ['the meta description', { meta_description: 'Own' }, 'Own'],
    ['the beginning of the body', {}, 'The body.'],
    ['the first running text', { body: '# Why\n\n![Alt](/a.png)\n\nBecause.' }, 'Because.'],
    ['the description of the site, without a body', { body: null }, 'What the site is about'],
    ['the description of the site, for a body without words', { body: '---' }, 'What the site is about'],
  ])('uses %s as the description', (_name, over, description) => {
    expect(metadataOf(over).description).toBe(description);
  });

  test('shortens a long body to a description', () => {
    const { description } = metadataOf({ body: 'word '.repeat(100) });
    expect(description).toMatch(/word…$/);
    expect(description?.length).toBeLessThanOrEqual(160);
  });

  test('has the canonical address for both paths and its dates', () => {
    expect(metadataOf()).toMatchObject({
      canonical: 'https://brand.example/page/slug',
      robots: 'index, follow',
      type: 'article',
      published: '2026-01-02T03:04:05.000Z',
      modified: '2026-02-03T04:05:06.000Z',
    });
  });
});

describe('the social image', () => {
  const general = { ...aSite().general, default_og_image: '/share.png' };

  test.each([
    [
      'the processed file of an upload',
      upload,
      { url: 'https://brand.example/assets/images/k-960.webp', width: 960, height: 504 },
    ],
    [
      'an address on another site',
      'https://x.example/y.png',
      { url: 'https://x.example/y.png', width: null, height: null },
    ],
    ['the default image', null, { url: 'https://brand.example/share.png', width: null, height: null }],
  ])('is %s', (_name, og_image_url, image) => {
    const site = aSite({ general });
    expect(demoMetadata({ ...source, site }, aDemoView({ og_image_url })).image).toEqual(image);
  });

  test('is absent without any image', () => {
    expect(demoMetadata(source, aDemoView()).image).toBeNull();
  });
});

test.each([
  { metadata: demoMetadata(source, aDemoView()), title: 'Heading', canonical: 'https://brand.example/demo/slug' },
  { metadata: homeMetadata(source), title: 'Brand', canonical: 'https://brand.example/' },
  {
    metadata: titledMetadata(source, { path: '/demos', title: 'Explore' }),
    title: 'Explore · Brand',
    canonical: 'https://brand.example/demos',
  },
  { metadata: notFoundMetadata(source, 'Gone'), title: 'Gone · Brand', canonical: null },
])('sets the canonical address and robots of "$title"', ({ metadata, title, canonical }) => {
  expect([metadata.title, metadata.canonical]).toEqual([title, canonical]);
  expect(metadata.robots).toBe(canonical === null ? 'noindex' : 'index, follow');
});

describe('the default image', () => {
  // A field that a page reads without showing it would cause needless renders and entries in impact lists.
  const read: string[] = [];
  const general = new Proxy(source.site.general, {
    get: (fields, name) => {
      read.push(String(name));
      return Reflect.get(fields, name) as unknown;
    },
  });
  const watched = { ...source, site: { ...source.site, general } };
  test.each([
    ['the home page', () => homeMetadata(watched), true],
    ['a page without an image', () => pageMetadata(watched, aPageView({ og_image_url: null }), null), true],
    ['a page with an image', () => pageMetadata(watched, aPageView({ og_image_url: upload }), null), false],
    ['a demo with an image', () => demoMetadata(watched, aDemoView({ og_image_url: upload })), false],
    ['a missing page', () => notFoundMetadata(watched, 'Nothing'), false],
  ])('is read only if it is shown: %s', (_name, make, isRead) => {
    read.length = 0;
    make();
    expect(read.includes('default_og_image')).toBe(isRead);
  });
});
