import { isoDate } from '@frontage/model/dates';
import type { Settings } from '@frontage/model/settings';
import { sitemapEntries } from '@frontage/model/sitemap';
import { useState } from 'react';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import type { Kind } from '@frontage/model/kinds';
import { readListedDocuments } from '../../lib/documents/read-listed.ts';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { sitemapXml } from './sitemap-xml.ts';

/** The valid documents of a kind with the fields that the site lists. Called by administrators only. */
async function validDocuments<K extends Kind>(store: DocumentStore, kind: K) {
  const listed = await readListedDocuments(store, kind, { mayReadTrash: true });
  return listed.filter(({ problems }) => problems.length === 0).map(({ document }) => document);
}

/**
 * Downloads the sitemap. It is built from the content, because browsers cannot read the site's /sitemap.xml on another
 * origin.
 */
export function useDownloadSitemap(siteUrl: string | null, frequency: Settings['seo']['sitemap_frequency']) {
  const store = useDocumentStore();
  const { config } = useFirebase();
  const notify = useNotify();
  const [isPending, setPending] = useState(false);

  const download = async () => {
    setPending(true);
    try {
      const [pages, demos] = await Promise.all([validDocuments(store, 'page'), validDocuments(store, 'demo')]);
      const entries = sitemapEntries({ pages, demos, frequency, today: isoDate(new Date().toISOString()) });
      const text = sitemapXml(entries, (siteUrl ?? config.siteOrigin).replace(/\/+$/, ''));
      saveFile('sitemap.xml', { text, type: 'application/xml' });
    } catch (error) {
      notify.failure({ title: 'The sitemap could not be created' }, error);
    } finally {
      setPending(false);
    }
  };
  return { download, isPending };
}
