import { parseMarkdown } from '@frontage/model/markdown';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aDemoView, aPageView, aSite } from './head.fixture.ts';
import { applicationData, articleData, serialize, siteData } from './json-ld.ts';
import { demoMetadata, homeMetadata, pageMetadata } from './metadata.ts';

const source = { site: aSite(), findImage: () => null };

test('describes a page as an article with its dates', () => {
  const page = aPageView();
  expect(articleData(source, pageMetadata(source, page, parseMarkdown('The body.')), page)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: 'Title',
    description: 'The body.',
    url: 'https://brand.example/page/slug',
    datePublished: '2026-01-02T03:04:05.000Z',
    dateModified: '2026-02-03T04:05:06.000Z',
    author: expect.objectContaining({ '@type': 'Organization', name: 'Brand' }) as object,
    publisher: {
      '@type': 'Organization',
      name: 'Brand',
      url: 'https://brand.example',
      logo: 'https://brand.example/logo.svg',
    },
    mainEntityOfPage: 'https://brand.example/page/slug',
  });
});

test('describes a demo as a free web application', () => {
  const demo = aDemoView();
  expect(applicationData(source, demoMetadata(source, demo), demo)).toMatchObject({
    '@type': 'WebApplication',
    name: 'Heading',
    offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
  });
});

test('describes the home page as a web site', () => {
  expect(siteData(source, homeMetadata(source))).toMatchObject({ '@type': 'WebSite', name: 'Brand' });
});

test('escapes text so that it cannot end its element and keeps its value', () => {
  const nasty = fc.stringMatching(/^[<>&/!\-a-z"'\\\u2028\u2029 ]*$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), nasty), (name) => {
      const site = aSite({ branding: { ...source.site.branding, site_name: name } });
      const data = siteData({ ...source, site }, homeMetadata(source));
      const text = serialize(data);
      expect(text).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(text)).toEqual(data);
    }),
  );
});
