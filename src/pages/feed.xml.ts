import { sitePaths } from '@frontage/model/paths';
import { feedFile } from '../features/feed/feed.ts';
import { descriptionOf } from '../features/head/metadata.ts';
import { answering, xmlType, type MakeTextFile } from '../ui/text-file.server.ts';
import { textOf } from '../optimizations/text-cache.server.ts';

export const file: MakeTextFile = (content) => {
  const site = content.site();
  const pages = content.newestPages().flatMap((slug) => {
    const page = content.page(slug);
    if (page === null) return [];
    const summary = descriptionOf(page, page.body ? textOf(page.body) : null);
    return [{ ...page, tag: `pages/${encodeURIComponent(page.id)}`, path: sitePaths.page(slug), summary }];
  });
  const { branding, general } = site;
  const names = { title: branding.site_name, subtitle: general.site_description };
  const feed = { path: sitePaths.feed, home: sitePaths.home, ...names, entries: pages };
  return { contentType: xmlType, text: feedFile(site, feed) };
};

export const GET = answering(file);
