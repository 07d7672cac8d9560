import { isDeepStrictEqual } from 'node:util';
import type { SiteConfig, Snapshot } from '@frontage/model/content';
import { OperatorError } from '@frontage/model/operator-error';
import { patchMap } from '../sync/patched-map.ts';
import type { Receipt } from '../plan/plan.ts';
import { contentBefore, contentFrom, emptyContent, snapshotOf, type ContentState } from '../sync/content-state.ts';
import type { ImageRecord } from '../sync/image-record.ts';
import type { ReadContents } from '../sync/stored-document.ts';
import { imagesOf } from '../sync/shown-images.ts';
import { withdraw } from '../sync/withdraw.ts';
import type { FileEntry, Files } from './files.ts';
import { lazily } from './lazily.ts';
import { collectProblems, type Problems } from './problems.ts';
import type { Head, ReleaseRecord, ReleaseStore } from './store.ts';

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
 * What the store holds, each part read when it is first asked for: opening a site costs the same at any size. It is of one
 * moment where nobody else commits to the store, for whoever commits has asked for all of it before.
 * For `reader`, what documents say is left where it is stored, and what it had kept of them is not read again: it names all
 * that decides what is made of a document.
 */
export function storedSite(store: ReleaseStore, reader: string | null): Site {
  const leave = reader === null ? null : store.contents;
  const head = store.head();
  const pin = head?.pin ?? null;
  const documents = () => (reader === null ? store.current().documents : store.known(reader));
  const { atOnce } = store;
  const site: Site = lazily<Site>({
    head: () => head,
    content: () => (head === null ? emptyContent : atOnce(() => contentFrom(documents(), { asOf: head.asOf, leave }))),
    files: () => atOnce(() => byPath(store.current().files)),
    receipts: () => atOnce(() => byRoute(store.current().receipts)),
    staticFiles: () => byPath([...site.files.values()].filter(({ kind }) => kind !== 'page')),
    failed: () => byRoute([...site.receipts.values()].filter(({ failure }) => failure !== null)),
    images: () => new Map(store.images().map((record) => [record.address, record])),
    problems: () => collectProblems({ content: site.content, failed: site.failed.values(), images: new Map() }),
    pinned: () => (pin === null ? null : atOnce(() => earlierThan(site, store, { id: pin, leave }))),
  });
  return site;
}

/** The same, read at once: whoever commits meanwhile changes nothing of it. */
export const loadSite = (store: ReleaseStore, reader: string | null = null): Site =>
  store.atOnce(() => ({ ...storedSite(store, reader) }));

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

/** Whether there is a release, made by these templates for this configuration: else all of it is to be looked at anew. */
export const isMadeBy = (
  { head }: Pick<Site, 'head'>,
  { templates, config }: Required<Pick<Head, 'templates' | 'config'>>,
): boolean => head?.release != null && head.templates === templates && isDeepStrictEqual(head.config, config);

/** Why nothing can be made of a site before its first release. */
export const noRelease = (): OperatorError =>
  new OperatorError('There is no release yet', 'Run: npm start, or: npx frontage build');

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
