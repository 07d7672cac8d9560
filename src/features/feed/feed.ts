import type { Site } from '@frontage/model/content';
import { escapeXml } from '../../ui/text-file.server.ts';

/** A document in a feed. */
export interface FeedEntry {
  /** The part of its id after the host and the date: the path of the document. */
  tag: string;
  path: string;
  title: string;
  summary: string | null;
  created_at: string;
  updated_at: string;
}

/** A feed with its entries, the newest first. */
export interface Feed {
  path: string;
  /** The path of the page with the same entries. */
  home: string;
  title: string;
  subtitle: string | null;
  entries: readonly FeedEntry[];
}

/**
 * An Atom feed (RFC 4287). The id of an entry is a tag URI (RFC 4151) of the document, so that it stays when the document
 * gets another address.
 */
export function feedFile(
  { origin, language, branding }: Pick<Site, 'origin' | 'language' | 'branding'>,
  { path: self, home, title: name, subtitle, entries: listed }: Feed,
): string {
  const { hostname } = new URL(origin);
  const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
  const newest = listed.reduce((at, { updated_at }) => (updated_at > at ? updated_at : at), '');
  const entries = listed.map(({ tag, path, title, summary, created_at, updated_at }) =>
    [
      '<entry>',
      element('id', `tag:${hostname},${created_at.slice(0, 10)}:${tag}`),
      element('title', title),
      `<link href="${escapeXml(origin + path)}"/>`,
      element('published', created_at),
      element('updated', updated_at),
      ...(summary ? [element('summary', summary)] : []),
      '</entry>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">`,
    element('id', origin + home),
    element('title', name),
    ...(subtitle ? [element('subtitle', subtitle)] : []),
    `<link href="${escapeXml(origin + home)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + self)}"/>`,
    // Atom requires a time; a feed without pages has that of the epoch.
    element('updated', newest || '1970-01-01T00:00:00.000Z'),
    `<author>${element('name', branding.site_name)}</author>`,
    ...entries,
    '</feed>',
  ].join('');
}
