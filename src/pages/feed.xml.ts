import { feedFile } from '../features/feed/feed.ts';
import { descriptionOf } from '../features/head/metadata.ts';
import { answering, xmlType, type MakeTextFile } from '../ui/text-file.server.ts';
import { textOf } from '../optimizations/text-cache.server.ts';

export const file: MakeTextFile = (content) => {
  const site = content.site();
  const pages = content.newestPages().flatMap((slug) => {
    const page = content.page(slug);
    return page ? [{ ...page, summary: descriptionOf(page, page.body ? textOf(page.body) : null) }] : [];
  });
  return { contentType: xmlType, text: feedFile(site, pages) };
};

export const GET = answering(file);
