import type { DemoView, PageView } from '@frontage/model/content';
import type { Article, Thing, WebApplication, WebSite, WithContext } from 'schema-dts';
import { absolute, type Metadata, type Source } from './metadata.ts';

function publisher({ site, findImage }: Source) {
  const { site_name, logo_url } = site.branding;
  const logo = logo_url === null ? null : (findImage(logo_url)?.src ?? logo_url);
  return {
    '@type': 'Organization' as const,
    name: site_name,
    url: site.origin,
    ...(logo === null ? {} : { logo: absolute(site.origin, logo) }),
  };
}

const about = (metadata: Metadata) => ({
  ...(metadata.description === null ? {} : { description: metadata.description }),
  ...(metadata.image === null ? {} : { image: metadata.image.url }),
  ...(metadata.canonical === null ? {} : { url: metadata.canonical }),
});

export const siteData = (source: Source, metadata: Metadata): WithContext<WebSite> => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: source.site.branding.site_name,
  ...about(metadata),
  publisher: publisher(source),
});

/** A content page as an article with the dates it was created and updated. */
export const articleData = (source: Source, metadata: Metadata, page: PageView): WithContext<Article> => ({
  '@context': 'https://schema.org',
  '@type': 'Article',
  headline: page.title,
  ...about(metadata),
  datePublished: page.created_at,
  dateModified: page.updated_at,
  author: publisher(source),
  publisher: publisher(source),
  ...(metadata.canonical === null ? {} : { mainEntityOfPage: metadata.canonical }),
});

/** A demo as a web application that anyone may use for free. */
export const applicationData = (source: Source, metadata: Metadata, demo: DemoView): WithContext<WebApplication> => ({
  '@context': 'https://schema.org',
  '@type': 'WebApplication',
  name: demo.heading,
  ...about(metadata),
  applicationCategory: 'MultimediaApplication',
  operatingSystem: 'Any',
  browserRequirements: 'Requires JavaScript',
  dateModified: demo.updated_at,
  offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
  publisher: publisher(source),
});

/** Structured data as text for a script element: no character in it can end the element or start another. */
export function serialize(data: WithContext<Thing>): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
