import type { SiteConfig, Snapshot } from '@frontage/model/content';
import type { Receipt } from '../plan/plan.ts';
import { contentFrom, emptyContent, snapshotOf, type ContentState } from '../sync/content-state.ts';
import { withdraw } from '../sync/withdraw.ts';
import type { FileEntry, Files } from './files.ts';
import type { Head, Held, ImageRecord, Store } from './store.ts';

/** Everything the pipeline holds at one moment, replaced as a whole at each switch. */
export interface Site {
  head: Head | null;
  /** Content as it is. */
  content: ContentState;
  /** Content of the release the site is pinned to, as it was then. */
  pinned: ContentState | null;
  files: Files;
  receipts: ReadonlyMap<string, Receipt>;
  images: ReadonlyMap<string, ImageRecord>;
}

/** Reads what the store holds. */
export function loadSite(store: Store): Site {
  const head = store.head();
  const { documents, receipts, files } = store.current();
  const base = indexHeld({ receipts, files });
  return {
    head,
    content: head === null ? emptyContent : contentFrom(documents, head.asOf),
    pinned: head?.pin == null ? null : contentAt(store, head.pin),
    images: new Map(store.images().map((record) => [record.address, record])),
    ...base,
  };
}

/** The site without what was made of lost bytes, so that it is made again. */
export function withoutLost(site: Site, lost: ReadonlySet<string>): Site {
  if (lost.size === 0) return site;
  const routes = new Set([...site.files.values()].filter(({ hash }) => lost.has(hash)).map(({ route }) => route));
  return {
    ...site,
    receipts: new Map([...site.receipts].filter(([route]) => !routes.has(route))),
    images: new Map([...site.images].filter(([, { files }]) => !files.some(({ hash }) => lost.has(hash)))),
  };
}

/** Content as it was at a kept release. */
export function contentAt(store: Store, release: string): ContentState {
  const record = store.releases().find(({ id }) => id === release);
  if (!record) throw new Error(`There is no release ${release}`);
  return contentFrom(store.at(release).documents, record.asOf);
}

export const indexHeld = ({ receipts, files }: Pick<Held, 'receipts' | 'files'>): Pick<Site, 'receipts' | 'files'> => ({
  receipts: new Map(receipts.map((receipt) => [receipt.route, receipt])),
  files: new Map(files.map((file: FileEntry) => [file.path, file])),
});

/** The content the site shows: what it is pinned to, less what has been withdrawn since; or content as it is. */
export const shownContent = ({ content, pinned }: Pick<Site, 'content' | 'pinned'>): ContentState =>
  pinned === null ? content : withdraw(pinned, content);

/** What templates are answered from. */
export function siteSnapshot(site: Pick<Site, 'content' | 'pinned' | 'images'>, config: SiteConfig): Snapshot {
  const images = new Map([...site.images].map(([address, { image }]) => [address, image]));
  return snapshotOf(shownContent(site), { images, config });
}
