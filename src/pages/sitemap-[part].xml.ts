import { sitemapPart } from '../features/sitemap/sitemap.server.ts';
import { answering, xmlType, type MakeTextFile } from '../ui/text-file.server.ts';

export const file: MakeTextFile = (content, { part = '' }) => {
  const entries = content.sitemapPart(part);
  return entries === null ? null : { contentType: xmlType, text: sitemapPart(content.site().origin, entries) };
};

export const GET = answering(file);
