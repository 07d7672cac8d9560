import type { SiteConfig, Snapshot } from '@frontage/model/content';
import { patchMap } from '../patched-map.ts';
import type { Receipt } from '../plan/plan.ts';
import { contentFrom, emptyContent, snapshotOf, type ContentState } from '../sync/content-state.ts';
import { withdraw } from '../sync/withdraw.ts';
import type { FileEntry, Files } from './files.ts';
import { findingsOf, type Findings } from './findings.ts';
import type { Head, Held, ImageRecord, Store } from './store.ts';

/** Everything the pipeline holds at one moment, replaced as a whole at each switch. */
export interface Site extends Indexed {
  head: Head | null;
  /** Content as it is. */
  content: ContentState;
  /** Content of the release the site is pinned to, as it was then. */
  pinned: ContentState | null;
  images: ReadonlyMap<string, ImageRecord>;
  /** What is wrong with images, by document. */
  imageMessages: ReadonlyMap<string, readonly string[]>;
  /** Documents whose images are to be tried again at the next step. */
  unreachable: ReadonlySet<string>;
  findings: Findings;
}

/** Files and receipts of a release. */
export interface Indexed {
  files: Files;
  /** The files that are no pages. */
  extras: Files;
  receipts: ReadonlyMap<string, Receipt>;
  /** The receipts of routes that could not be rendered. */
  failed: ReadonlyMap<string, Receipt>;
}

/** Reads what the store holds. */
export function loadSite(store: Store): Site {
  const { head, held, images, pinned } = store.atOnce(() => {
    const found = store.head();
    const content = found?.pin == null ? null : contentAt(store, found.pin);
    return { head: found, held: store.current(), images: store.images(), pinned: content };
  });
  const content = head === null ? emptyContent : contentFrom(held.documents, head.asOf);
  const indexed = indexHeld(held);
  const imageMessages = new Map();
  return {
    ...indexed,
    head,
    content,
    pinned,
    images: new Map(images.map((record) => [record.address, record])),
    imageMessages,
    unreachable: new Set(),
    findings: findingsOf({ content, failed: indexed.failed.values(), images: imageMessages }),
  };
}

/** The site without what was made of lost bytes, so that it is made again. */
export function withoutLost(site: Site, lost: ReadonlySet<string>): Site {
  if (lost.size === 0) return site;
  const routes = [...site.files.values()].flatMap(({ hash, route }) =>
    lost.has(hash) && route !== null ? [route] : [],
  );
  return {
    ...site,
    receipts: patchMap(
      site.receipts,
      routes.map((route) => [route, undefined]),
    ),
    images: new Map([...site.images].filter(([, { files }]) => !files.some(({ hash }) => lost.has(hash)))),
  };
}

/** Content as it was at a kept release. */
export function contentAt(store: Store, release: string): ContentState {
  const record = store.releases().find(({ id }) => id === release);
  if (!record) throw new Error(`There is no release ${release}`);
  return contentFrom(store.at(release).documents, record.asOf);
}

export function indexHeld({ receipts, files }: Pick<Held, 'receipts' | 'files'>): Indexed {
  const byPath = (entries: readonly FileEntry[]): Files => new Map(entries.map((file) => [file.path, file]));
  const byRoute = (entries: readonly Receipt[]) => new Map(entries.map((receipt) => [receipt.route, receipt]));
  return {
    files: byPath(files),
    extras: byPath(files.filter(({ kind }) => kind !== 'page')),
    receipts: byRoute(receipts),
    failed: byRoute(receipts.filter(({ failure }) => failure !== null)),
  };
}

/** The content the site shows: what it is pinned to, less what has been withdrawn since; or content as it is. */
export const shownContent = ({ content, pinned }: Pick<Site, 'content' | 'pinned'>): ContentState =>
  pinned === null ? content : withdraw(pinned, content);

/** What templates are answered from. */
export function siteSnapshot(
  shown: ContentState,
  { images, config }: { images: Site['images']; config: SiteConfig },
): Snapshot {
  return snapshotOf(shown, { config, images: new Map([...images].map(([address, { image }]) => [address, image])) });
}
