import type { Site } from '@frontage/model/content';
import { sitePaths } from '@frontage/model/paths';
import { escapeXml } from '../../ui/text-file.server.ts';

/** A page in the feed. */
export interface FeedPage {
  id: string;
  slug: string;
  title: string;
  summary: string | null;
  created_at: string;
  updated_at: string;
}

/**
 * The newest pages as an Atom feed (RFC 4287). The id of an entry is a tag URI (RFC 4151) of the document, so that it
 * stays when the page gets another address.
 */
export function feedFile(
  site: Pick<Site, 'origin' | 'language' | 'branding' | 'general'>,
  pages: readonly FeedPage[],
): string {
  const { origin, branding, general } = site;
  const { hostname } = new URL(origin);
  const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
  const newest = pages.reduce((at, { updated_at }) => (updated_at > at ? updated_at : at), '');
  const entries = pages.map(({ id, slug, title, summary, created_at, updated_at }) =>
    [
      '<entry>',
      element('id', `tag:${hostname},${created_at.slice(0, 10)}:pages/${encodeURIComponent(id)}`),
      element('title', title),
      `<link href="${escapeXml(origin + sitePaths.page(slug))}"/>`,
      element('published', created_at),
      element('updated', updated_at),
      ...(summary ? [element('summary', summary)] : []),
      '</entry>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(site.language)}">`,
    element('id', `${origin}/`),
    element('title', branding.site_name),
    ...(general.site_description ? [element('subtitle', general.site_description)] : []),
    `<link href="${escapeXml(`${origin}/`)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + sitePaths.feed)}"/>`,
    // Atom requires a time; a feed without pages has that of the epoch.
    element('updated', newest || '1970-01-01T00:00:00.000Z'),
    `<author>${element('name', branding.site_name)}</author>`,
    ...entries,
    '</feed>',
  ].join('');
}
