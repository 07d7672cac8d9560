import type { SiteConfig, Snapshot } from '@frontage/model/content';
import { patchMap } from '../sync/patched-map.ts';
import type { Receipt } from '../plan/plan.ts';
import { contentBefore, contentFrom, emptyContent, snapshotOf, type ContentState } from '../sync/content-state.ts';
import type { ImageRecord } from '../sync/image-record.ts';
import type { ReadContents } from '../sync/stored-document.ts';
import { imagesOf } from '../sync/shown-images.ts';
import { withdraw } from '../sync/withdraw.ts';
import type { FileEntry, Files } from './files.ts';
import { collectProblems, type Problems } from './problems.ts';
import type { Head, ReleaseContents, ReleaseRecord, ReleaseStore } from './store.ts';

/** Everything the pipeline holds at one moment, replaced as a whole at each switch. */
export interface Site extends Manifest {
  head: Head | null;
  /** Content as it is. */
  content: ContentState;
  /** The release the site is pinned to, as it was then. */
  pinned: Earlier | null;
  /** What was made of images, by address. */
  images: ReadonlyMap<string, ImageRecord>;
  problems: Problems;
}

/** Files and receipts of a release. */
export interface Manifest {
  files: Files;
  /** The files that are no pages. */
  staticFiles: Files;
  receipts: ReadonlyMap<string, Receipt>;
  /** The receipts of routes that could not be rendered. */
  failed: ReadonlyMap<string, Receipt>;
}

/** An earlier release. */
export interface Earlier extends Manifest {
  id: string;
  content: ContentState;
}

/**
 * Reads what the store holds. For `reader`, what documents say is left there, and what it had kept of them is not read
 * again: it names all that decides what is made of a document.
 */
export function loadSite(store: ReleaseStore, reader: string | null = null): Site {
  const leave = reader === null ? null : store.contents;
  return store.atOnce(() => {
    const head = store.head();
    const contents = store.current();
    const documents = reader === null ? contents.documents : store.known(reader);
    const content = head === null ? emptyContent : contentFrom(documents, { asOf: head.asOf, leave });
    const manifest = manifestOf(contents);
    const site = {
      ...manifest,
      head,
      content,
      pinned: null,
      images: new Map(store.images().map((record) => [record.address, record])),
      problems: collectProblems({ content, failed: manifest.failed.values(), images: new Map() }),
    };
    return head?.pin == null ? site : { ...site, pinned: earlierThan(site, store, { id: head.pin, leave }) };
  });
}

/** The site without what was made of lost bytes, so that it is made again. */
export function withoutLost(site: Site, lost: ReadonlySet<string>): Site {
  if (lost.size === 0) return site;
  const found = <Found extends Manifest>(manifest: Found): Found => {
    const files = [...manifest.files.values()].filter(({ hash }) => lost.has(hash));
    const routes = files.flatMap(({ route }): [string, undefined][] => (route === null ? [] : [[route, undefined]]));
    return { ...manifest, receipts: patchMap(manifest.receipts, routes) };
  };
  const leaving = Object.entries(site.head?.leaving ?? {}).filter(
    ([path]) => !lost.has(site.files.get(path)?.hash ?? ''),
  );
  return {
    ...found(site),
    head: site.head && { ...site.head, leaving: Object.fromEntries(leaving) },
    pinned: site.pinned && found(site.pinned),
    images: new Map([...site.images].filter(([, { files }]) => !files.some(({ hash }) => lost.has(hash)))),
  };
}

/** A kept release as it was, told from the site as it is stored now: what is the same stays the same object. */
export function earlierThan(
  site: Pick<Site, 'content' | keyof Manifest>,
  store: Pick<ReleaseStore, 'changesTo' | 'releases'>,
  { id, leave }: { id: string; leave: ReadContents | null },
): Earlier {
  const { asOf } = recordOf(store, id);
  const changes = store.changesTo(id);
  const isStatic = (file: FileEntry | undefined): boolean => file !== undefined && file.kind !== 'page';
  const hasFailed = (receipt: Receipt | undefined): boolean => receipt !== undefined && receipt.failure !== null;
  return {
    id,
    content: contentBefore({ content: site.content, changes: changes.documents }, { asOf, leave }),
    files: patchMap(site.files, changes.files),
    staticFiles: patchMap(
      site.staticFiles,
      Array.from(changes.files, ([path, file]) => [path, isStatic(file) ? file : undefined]),
    ),
    receipts: patchMap(site.receipts, changes.receipts),
    failed: patchMap(
      site.failed,
      Array.from(changes.receipts, ([route, receipt]) => [route, hasFailed(receipt) ? receipt : undefined]),
    ),
  };
}

function recordOf(store: Pick<ReleaseStore, 'releases'>, id: string): ReleaseRecord {
  const record = store.releases().find((release) => release.id === id);
  if (!record) throw new Error(`There is no release ${id}`);
  return record;
}

/** The files of a kept release. */
export const filesAt = (store: ReleaseStore, id: string): Files => byPath(store.at(id).files);

const byPath = (files: Iterable<FileEntry>): Map<string, FileEntry> =>
  new Map(Array.from(files, (file) => [file.path, file]));
const byRoute = (receipts: Iterable<Receipt>): Map<string, Receipt> =>
  new Map(Array.from(receipts, (receipt) => [receipt.route, receipt]));

function manifestOf(contents: Pick<ReleaseContents, 'receipts' | 'files'>): Manifest {
  const [files, receipts] = [byPath(contents.files), byRoute(contents.receipts)];
  return {
    files,
    staticFiles: byPath([...files.values()].filter(({ kind }) => kind !== 'page')),
    receipts,
    failed: byRoute([...receipts.values()].filter(({ failure }) => failure !== null)),
  };
}

/** The content the site shows: what it is pinned to, less what has been withdrawn since; or content as it is. */
export const shownContent = ({ content, pinned }: Pick<Site, 'content' | 'pinned'>): ContentState =>
  pinned === null ? content : withdraw(pinned.content, content);

/** What templates are answered from, with these images. */
export function siteSnapshot(
  shown: ContentState,
  { records, config }: { records: Site['images']; config: SiteConfig },
): Snapshot {
  return snapshotOf(shown, { config, images: imagesOf(records) });
}
