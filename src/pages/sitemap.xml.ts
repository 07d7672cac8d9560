import { sitemapFile } from '../features/sitemap/sitemap.server.ts';
import { answering, xmlType, type MakeTextFile } from '../ui/text-file.server.ts';

export const file: MakeTextFile = (content) => ({
  contentType: xmlType,
  text: sitemapFile(content.site().origin, content.sitemap()),
});

export const GET = answering(file);
