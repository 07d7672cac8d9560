import { isoDate } from '@frontage/model/dates';
import { defaultSettings } from '@frontage/model/kinds/settings';
import { type SitemapDocuments, sitemapEntries, type SitemapEntry } from '@frontage/model/sitemap';
import { isOn, type SlugKind, slugKinds } from '@frontage/model/kinds/kinds';
import type { Listed } from '@frontage/model/summaries/listed';
import { documentForms } from '../../lib/documents/list-forms.ts';
import { useReadList } from '../../lib/documents/lists.queries.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useAction } from '../../ui/action.ts';
import { useSettings } from './settings.queries.ts';

/**
 * Downloads the sitemap. It is built from the content, because browsers cannot read the site's /sitemap.xml on another
 * origin. It uses the stored settings.
 */
export function useDownloadSitemap() {
  const settings = useSettings().data;
  const { site_url } = settings?.general.value ?? defaultSettings.general;
  const { sitemap_frequency: frequency } = settings?.seo.value ?? defaultSettings.seo;
  const content = settings?.content.value ?? defaultSettings.content;
  const readList = useReadList();
  const { config } = useFirebase();
  const { isRunning: isPending, perform } = useAction();

  const download = () =>
    perform({ title: "Couldn't create the sitemap" }, async () => {
      const read = slugKinds
        .filter((kind) => isOn(kind, content))
        .map(async (kind) => {
          const listed = await readList<Listed<SlugKind>>(documentForms[kind]);
          return [kind, listed.flatMap(({ problems, document }) => (problems.length === 0 ? [document] : []))];
        });
      const documents = Object.fromEntries(await Promise.all(read)) as SitemapDocuments;
      const entries = sitemapEntries({ documents, content, frequency, today: isoDate(new Date().toISOString()) });
      const text = sitemapXml(entries, (site_url ?? config.siteOrigin).replace(/\/+$/, ''));
      saveFile('sitemap.xml', { text, type: 'application/xml' });
    });
  return { download, isPending };
}

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);

/** A sitemap in the format of sitemaps.org. `origin` has no trailing slash. */
export function sitemapXml(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.map(({ path, lastmod, changefreq, priority }) =>
    [
      '  <url>',
      `    <loc>${escape(origin + path)}</loc>`,
      `    <lastmod>${lastmod}</lastmod>`,
      `    <changefreq>${changefreq}</changefreq>`,
      `    <priority>${priority.toFixed(1)}</priority>`,
      '  </url>',
    ].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
