import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { SitemapItem } from '@astrojs/sitemap';
import { parseSitemap } from 'sitemap';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { SiteUnderTest } from './site-under-test.ts';

// The schema of sitemaps.org, which the package `sitemap` contains.
const sitemapSchema = readFileSync(
  join(import.meta.dirname, '../../../node_modules/sitemap/schema/sitemap.xsd'),
  'utf8',
);

interface Head {
  title: string;
  canonical: string | null;
  meta: Record<string, string>;
  data: Record<string, unknown>[];
}

/** Title, meta tags by name or property, and structured data. */
async function readHead(site: SiteUnderTest, path: string): Promise<Head> {
  return site.visit(path, (page) =>
    page.evaluate(() => ({
      title: document.title,
      canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null,
      meta: Object.fromEntries(
        [...document.querySelectorAll('meta[content]')].map((meta) => [
          meta.getAttribute('name') ?? meta.getAttribute('property') ?? '',
          meta.getAttribute('content') ?? '',
        ]),
      ),
      data: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        (script) => JSON.parse(script.textContent) as Record<string, unknown>,
      ),
    })),
  );
}

/** Metadata for crawlers and sharing services. */
export function headSuite(site: () => SiteUnderTest): void {
  const imageUrl = () =>
    expect.stringMatching(new RegExp(`^${site().stack.site}/assets/images/[^ ]+\\.webp$`)) as unknown;

  describe('head', () => {
    it('has the metadata of a content page', async () => {
      const { title, canonical, meta, data } = await readHead(site(), '/how-it-works');
      const origin = site().stack.site;
      expect(title).toBe('How a digital human works');
      expect(canonical).toBe(`${origin}/page/how-it-works`);
      const description = 'A face, a voice and a memory: the three parts of a digital human, explained in plain words.';
      expect(meta).toMatchObject({
        description,
        robots: 'index, follow',
        'og:type': 'article',
        'og:title': title,
        'og:description': description,
        'og:url': canonical,
        'og:site_name': 'Parhelion',
        'og:image': imageUrl(),
        'twitter:card': 'summary_large_image',
        'twitter:title': title,
        'twitter:description': description,
        'article:published_time': '2026-01-05T09:00:00.000Z',
        'article:modified_time': '2026-01-05T09:00:00.000Z',
      });
      expect(data).toMatchObject([
        {
          '@context': 'https://schema.org',
          '@type': 'Article',
          headline: title,
          description,
          datePublished: '2026-01-05T09:00:00.000Z',
          dateModified: '2026-01-05T09:00:00.000Z',
          mainEntityOfPage: canonical,
        },
      ]);
    });

    it('has the metadata of a demo', async () => {
      const { title, canonical, meta, data } = await readHead(site(), '/demo/the-listener');
      expect(title).toBe('The Listener: a face that listens');
      expect(canonical).toBe(`${site().stack.site}/demo/the-listener`);
      expect(meta).toMatchObject({
        robots: 'index, follow',
        'og:image': imageUrl(),
        'twitter:card': 'summary_large_image',
      });
      expect(data).toMatchObject([
        {
          '@type': 'WebApplication',
          name: 'The Listener',
          url: canonical,
          offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
        },
      ]);
    });

    it('falls back to the heading and to the beginning of the body', async () => {
      expect((await readHead(site(), '/demo/echo')).title).toBe('Echo');
      const { title, meta } = await readHead(site(), '/in-museums');
      expect(title).toBe('In museums');
      expect(meta['description']).toMatch(/^A label has thirty words\. A conversation has as many/);
      expect(meta['description']!.length).toBeLessThanOrEqual(160);
    });

    it.each(['/', '/demos'])('has the metadata of %s', async (path) => {
      const { canonical, meta } = await readHead(site(), path);
      expect(canonical).toBe(`${site().stack.site}${path}`);
      expect(meta).toMatchObject({ 'og:type': 'website', 'og:image': imageUrl(), robots: 'index, follow' });
    });
  });

  describe('crawler files', () => {
    it('the sitemap lists published documents', async () => {
      const { body, headers } = await site().fetchText('/sitemap.xml');
      expect(headers.get('content-type')).toMatch(/^application\/xml/);
      const entries: readonly SitemapItem[] = await parseSitemap(Readable.from([body]));
      const origin = site().stack.site;
      expect(entries.map(({ url, changefreq, priority }) => [url.replace(origin, ''), changefreq, priority])).toEqual([
        ['/', 'weekly', 1],
        ['/demos', 'weekly', 0.8],
        ...[
          'about-this-site',
          'how-it-works',
          'in-classrooms',
          'in-museums',
          'privacy',
          'the-face',
          'the-voice',
          'use-cases',
        ].map((slug) => [`/page/${slug}`, 'monthly', 0.8]),
        ...['echo', 'halo-garden', 'night-shift', 'orbit-study', 'the-concierge', 'the-listener', 'two-suns'].map(
          (slug) => [`/demo/${slug}`, 'monthly', 0.6],
        ),
      ]);
      expect(entries.find(({ url }) => url.endsWith('/page/privacy'))?.lastmod).toMatch(/^2026-01-13/);
    });

    it('the sitemap is valid against its schema', async () => {
      const { body } = await site().fetchText('/sitemap.xml');
      const { valid, errors } = await validateXML({ xml: body, schema: sitemapSchema });
      expect(errors).toEqual([]);
      expect(valid).toBe(true);
    });

    it('robots.txt contains the rules of the settings and the sitemap’s URL', async () => {
      const { body } = await site().fetchText('/robots.txt');
      expect(body).toBe(`User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${site().stack.site}/sitemap.xml\n`);
    });
  });
}
