import { parseMarkdown } from '@frontage/model/markdown';
import { describe, expect, test } from 'vitest';
import { aDemoView, anImage, aPageView, aSite } from './head.fixture.ts';
import { demoMetadata, galleryMetadata, homeMetadata, notFoundMetadata, pageMetadata } from './metadata.ts';

const upload = 'https://storage.example/v0/b/demo-images/o/x.webp';
const source = { site: aSite(), findImage: (address: string) => (address === upload ? anImage : null) };

const metadataOf = (over: Parameters<typeof aPageView>[0] = {}) => {
  const page = aPageView(over);
  return pageMetadata(source, page, page.body === null ? null : parseMarkdown(page.body));
};

describe('the metadata of a content page', () => {
  test.each([
    ['its title', {}, 'Title'],
    ['its meta title', { meta_title: 'Meta' }, 'Meta'],
  ])('is titled by %s', (_name, over, title) => {
    expect(metadataOf(over).title).toBe(title);
  });

  test.each([
    ['its own description', { meta_description: 'Own' }, 'Own'],
    ['the beginning of its body', {}, 'The body.'],
    ['the site, without a body', { body: null }, 'What the site is about'],
    ['the site, when the body has no words', { body: '---' }, 'What the site is about'],
  ])('is described by %s', (_name, over, description) => {
    expect(metadataOf(over).description).toBe(description);
  });

  test('a long body is shortened to a description', () => {
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
      'an upload, as processed',
      upload,
      { url: 'https://brand.example/assets/images/k-960.webp', width: 960, height: 504 },
    ],
    ['an address elsewhere', 'https://x.example/y.png', { url: 'https://x.example/y.png', width: null, height: null }],
    ['the default', null, { url: 'https://brand.example/share.png', width: null, height: null }],
  ])('%s', (_name, og_image_url, image) => {
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
    metadata: galleryMetadata(source, 'Explore'),
    title: 'Explore · Brand',
    canonical: 'https://brand.example/demos',
  },
  { metadata: notFoundMetadata(source, 'Gone'), title: 'Gone · Brand', canonical: null },
])('$title', ({ metadata, title, canonical }) => {
  expect([metadata.title, metadata.canonical]).toEqual([title, canonical]);
  expect(metadata.robots).toBe(canonical === null ? 'noindex' : 'index, follow');
});

describe('the default image', () => {
  // A value that is read but not shown would re-render the page needlessly and list it as changed.
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
    ['a page with one', () => pageMetadata(watched, aPageView({ og_image_url: upload }), null), false],
    ['a demo with one', () => demoMetadata(watched, aDemoView({ og_image_url: upload })), false],
    ['what is not there', () => notFoundMetadata(watched, 'Nothing'), false],
  ])('is asked for by %s: %#', (_name, make, isAsked) => {
    read.length = 0;
    make();
    expect(read.includes('default_og_image')).toBe(isAsked);
  });
});
