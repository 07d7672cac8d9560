import type { DemoView, PageView, Site } from '@frontage/model/content';
import type { Image } from '@frontage/model/uploads';
import { excerpt, excerptedFrom } from '@frontage/model/excerpt';
import { type MarkdownText } from '@frontage/model/markdown';
import { limits } from '@frontage/model/limits';
import { sitePaths } from '@frontage/model/paths';

/** The metadata of one page with absolute addresses. */
export interface Metadata {
  title: string;
  description: string | null;
  canonical: string | null;
  robots: 'index, follow' | 'noindex';
  type: 'website' | 'article';
  image: { url: string; width: number | null; height: number | null } | null;
  published: string | null;
  modified: string | null;
}

/** The inputs of a page's head. */
export interface Source {
  site: Site;
  /** Finds an uploaded image by its address in the content. */
  findImage: (address: string) => Image | null;
}

/** `address` as an absolute URL on `origin`. */
export const absolute = (origin: string, address: string): string =>
  address.startsWith('/') ? `${origin}${address}` : address;

function shareImage({ site, findImage }: Source, address: string | null): Metadata['image'] {
  const chosen = address ?? site.general.default_og_image;
  if (chosen === null) return null;
  const image = findImage(chosen);
  return image
    ? { url: absolute(site.origin, image.src), width: image.width, height: image.height }
    : { url: absolute(site.origin, chosen), width: null, height: null };
}

/** `image` is the page's own; the default image is read only without one, to keep the dependency minimal. */
const fixed = (source: Source, path: string, image: string | null = null): Omit<Metadata, 'title' | 'description'> => ({
  canonical: `${source.site.origin}${path}`,
  robots: 'index, follow',
  type: 'website',
  image: shareImage(source, image),
  published: null,
  modified: null,
});

export const homeMetadata = (source: Source): Metadata => ({
  ...fixed(source, sitePaths.home),
  title: source.site.branding.site_name,
  description: source.site.general.site_description,
});

/** A page at `path` whose title is followed by the name of the site, such as the gallery and the pages of an archive. */
export const titledMetadata = (
  source: Source,
  { path, title, description = null }: { path: string; title: string; description?: string | null },
): Metadata => ({
  ...fixed(source, path),
  title: `${title} · ${source.site.branding.site_name}`,
  description: description ?? source.site.general.site_description,
});

const described = limits.metaDescription - 1;

const beginningOf = (body: MarkdownText | null): string | null =>
  body && excerpt(body.opening(excerptedFrom(described)), described);

/** The description of a page: its own, or the beginning of its body; empty if it has none. */
export const descriptionOf = (page: Pick<PageView, 'meta_description'>, body: MarkdownText | null): string | null =>
  page.meta_description ?? beginningOf(body);

/** A content page with its parsed body; without a description, the beginning of the body. */
export function pageMetadata(source: Source, page: PageView, body: MarkdownText | null): Metadata {
  return {
    ...fixed(source, sitePaths.page(page.slug), page.og_image_url),
    title: page.meta_title ?? page.title,
    description: descriptionOf(page, body) || source.site.general.site_description,
    type: 'article',
    published: page.created_at,
    modified: page.updated_at,
  };
}

export const demoMetadata = (source: Source, demo: DemoView): Metadata => ({
  ...fixed(source, sitePaths.demo(demo.slug), demo.og_image_url),
  title: demo.meta_title ?? demo.heading,
  description: demo.meta_description ?? source.site.general.site_description,
});

export const searchMetadata = (source: Source, title: string): Metadata => ({
  ...fixed(source, sitePaths.search),
  title: `${title} · ${source.site.branding.site_name}`,
  description: source.site.general.site_description,
  robots: 'noindex',
});

export const notFoundMetadata = (source: Source, title: string): Metadata => ({
  title: `${title} · ${source.site.branding.site_name}`,
  description: null,
  canonical: null,
  robots: 'noindex',
  type: 'website',
  image: null,
  published: null,
  modified: null,
});
