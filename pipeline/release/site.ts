import type { SiteConfig, Snapshot } from '@frontage/model/content';
import { patchMap } from '../sync/patched-map.ts';
import type { Receipt } from '../plan/plan.ts';
import { contentFrom, emptyContent, snapshotOf, type ContentState } from '../sync/content-state.ts';
import type { ImageRecord } from '../sync/image-record.ts';
import { imagesOf } from '../sync/shown-images.ts';
import { withdraw } from '../sync/withdraw.ts';
import type { FileEntry, Files } from './files.ts';
import { collectProblems, type Problems } from './problems.ts';
import type { Head, ReleaseContents, ReleaseStore } from './store.ts';

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

/** Reads what the store holds. */
export function loadSite(store: ReleaseStore): Site {
  const { head, contents, images, pinned } = store.atOnce(() => {
    const found = store.head();
    const earlier = found?.pin == null ? null : earlierAt(store, found.pin);
    return { head: found, contents: store.current(), images: store.images(), pinned: earlier };
  });
  const content = head === null ? emptyContent : contentFrom(contents.documents, head.asOf);
  const manifest = manifestOf(contents);
  return {
    ...manifest,
    head,
    content,
    pinned,
    images: new Map(images.map((record) => [record.address, record])),
    problems: collectProblems({ content, failed: manifest.failed.values(), images: new Map() }),
  };
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

/** A kept release as it was. */
export function earlierAt(store: ReleaseStore, id: string): Earlier {
  const record = store.releases().find((release) => release.id === id);
  if (!record) throw new Error(`There is no release ${id}`);
  const contents = store.at(id);
  return { id, content: contentFrom(contents.documents, record.asOf), ...manifestOf(contents) };
}

function manifestOf({ receipts, files }: Pick<ReleaseContents, 'receipts' | 'files'>): Manifest {
  const byPath = (entries: readonly FileEntry[]): Files => new Map(entries.map((file) => [file.path, file]));
  const byRoute = (entries: readonly Receipt[]) => new Map(entries.map((receipt) => [receipt.route, receipt]));
  return {
    files: byPath(files),
    staticFiles: byPath(files.filter(({ kind }) => kind !== 'page')),
    receipts: byRoute(receipts),
    failed: byRoute(receipts.filter(({ failure }) => failure !== null)),
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
