import { isDeepStrictEqual } from 'node:util';
import type { SiteConfig, Snapshot } from '@frontage/model/content';
import { OperatorError } from '@frontage/model/operator-error';
import { patchMap } from '../sync/patched-map.ts';
import type { Receipt } from '../plan/plan.ts';
import {
  contentBeforeChanges,
  contentFrom,
  type ContentState,
  emptyContent,
  snapshotOf,
} from '../sync/content-state.ts';
import type { ImageRecord } from '../sync/image-library.ts';
import type { ReadContents } from '../sync/stored-document.ts';
import { imagesOf } from '../sync/shown-images.ts';
import { withdraw } from '../sync/withdraw.ts';
import type { FileEntry, Files } from './files.ts';
import { collectProblems, type Problems } from './problems.ts';
import type { Commit, Head, LostReleases, ReleaseRecord, ReleaseStore } from './store.ts';

/** The complete state of the site at one moment. Each switch replaces it as a whole. */
export interface Site extends Manifest {
  head: Head | null;
  /** The current content. */
  content: ContentState;
  /** The release that the site is pinned to, with its own content. */
  pinned: PreviousManifest | null;
  /** Generated image files, by address. */
  images: ReadonlyMap<string, ImageRecord>;
  problems: Problems;
}

/** Files and receipts of a release. */
export interface Manifest {
  files: Files;
  /** The files that are not pages. */
  staticFiles: Files;
  receipts: ReadonlyMap<string, Receipt>;
  /** The receipts of routes that could not be rendered. */
  failed: ReadonlyMap<string, Receipt>;
}

/** An empty manifest. */
export const emptyManifest: Manifest = {
  files: new Map(),
  staticFiles: new Map(),
  receipts: new Map(),
  failed: new Map(),
};

/** An earlier release. */
export interface PreviousManifest extends Manifest {
  id: string;
  content: ContentState;
}

/**
 * The stored site. Each part is loaded on first use, so that opening takes the same time at any size. The parts are
 * consistent if no other process commits, because a commit of this process first loads all of them.
 * With a `reader`, documents' data stays in the store, and readings stored under this name are reused. The name must
 * change with everything that decides how a document is parsed.
 */
export function storedSite(store: ReleaseStore, reader: string | null): Site {
  const contents = reader === null ? null : store.contents;
  const head = store.head();
  const pin = head?.pin ?? null;
  const documents = () => (reader === null ? store.current().documents : store.known(reader));
  const site: Site = lazyObject<Site>({
    head: () => head,
    content: () =>
      head === null ? emptyContent : store.atOnce(() => contentFrom(documents(), { asOf: head.asOf, leave: contents })),
    files: () => store.atOnce(() => byPath(store.current().files)),
    receipts: () => store.atOnce(() => byRoute(store.current().receipts)),
    staticFiles: () => byPath([...site.files.values()].filter(({ kind }) => kind !== 'page')),
    failed: () => byRoute([...site.receipts.values()].filter(({ failure }) => failure !== null)),
    images: () => new Map(store.images().map((record) => [record.address, record])),
    problems: () =>
      collectProblems({
        origin: originOf(head),
        content: site.content,
        files: site.files,
        failed: site.failed.values(),
        images: new Map(),
      }),
    pinned: () =>
      pin === null ? null : store.atOnce(() => loadPreviousManifest(site, store, { id: pin, leave: contents })),
  });
  return site;
}

/** The origin at which the release of a head is served; empty if none is known. */
const originOf = (head: Head | null): string => head?.config?.origin ?? '';

/** Loads the parts that are not loaded yet: on a large site each takes tenths of a second in one piece. */
export const loadParts = (site: Site): void => void { ...site };

/** The stored site, loaded at once, unaffected by concurrent commits. */
export const loadSite = (store: ReleaseStore, reader: string | null = null): Site =>
  store.atOnce(() => ({ ...storedSite(store, reader) }));

/**
 * The site without lost bytes. Their routes keep their receipts, as failed ones, so that they are rendered again, or
 * removed with their files if their document is gone.
 */
export function withoutMissingFiles(site: Site, lost: ReadonlySet<string>): Site {
  if (lost.size === 0) return site;
  const found = <Found extends Manifest>(manifest: Found): Found => {
    const files = [...manifest.files.values()].filter(({ hash }) => lost.has(hash));
    const receipts = files.flatMap(({ route }) => manifest.receipts.get(route ?? '') ?? []);
    const failed = receipts.map((receipt): [string, Receipt] => [
      receipt.route,
      { ...receipt, failure: 'its file is lost' },
    ]);
    return { ...manifest, receipts: patchMap(manifest.receipts, failed) };
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

/** A kept release, derived from the stored site: unchanged entries stay the same objects. */
export function loadPreviousManifest(
  site: Pick<Site, 'content' | keyof Manifest>,
  store: Pick<ReleaseStore, 'changesTo' | 'releases'>,
  { id, leave: contents }: { id: string; leave: ReadContents | null },
): PreviousManifest {
  const { asOf } = recordOf(store, id);
  const changes = store.changesTo(id);
  return {
    id,
    content: contentBeforeChanges({ content: site.content, changes: changes.documents }, { asOf, leave: contents }),
    ...patchManifest(site, changes),
  };
}

/** The site after a commit of another writer. With `contents`, the data of its documents stays in the store. */
export function siteAfter(site: Site, commit: Commit, contents: ReadContents | null): Site {
  const { head, documents, files, receipts, images } = commit;
  const changes = new Map(documents.map(({ path, after }) => [path, after ?? undefined]));
  const content = contentBeforeChanges({ content: site.content, changes }, { asOf: head.asOf, leave: contents });
  const manifest = patchManifest(site, {
    files: entriesOf(files, ({ path }) => path),
    receipts: entriesOf(receipts, ({ route }) => route),
  });
  return {
    ...manifest,
    head,
    content,
    pinned: null,
    images: patchMap(
      site.images,
      entriesOf(images, ({ address }) => address),
    ),
    problems: collectProblems({
      origin: originOf(head),
      content,
      files: manifest.files,
      failed: manifest.failed.values(),
      images: new Map(),
    }),
  };
}

const entriesOf = <Value>(
  { set, end }: { set: Iterable<Value>; end: Iterable<string> },
  keyOf: (value: Value) => string,
): [string, Value | undefined][] => [
  ...Array.from(end, (key): [string, undefined] => [key, undefined]),
  ...Array.from(set, (value): [string, Value] => [keyOf(value), value]),
];

/** Entries by key; undefined for a missing entry. */
interface ManifestChanges {
  files: Iterable<readonly [string, FileEntry | undefined]>;
  receipts: Iterable<readonly [string, Receipt | undefined]>;
}

function patchManifest(manifest: Manifest, { files, receipts }: ManifestChanges): Manifest {
  const isStatic = (file: FileEntry | undefined): boolean => file !== undefined && file.kind !== 'page';
  const hasFailed = (receipt: Receipt | undefined): boolean => receipt !== undefined && receipt.failure !== null;
  return {
    files: patchMap(manifest.files, files),
    staticFiles: patchMap(
      manifest.staticFiles,
      Array.from(files, ([path, file]) => [path, isStatic(file) ? file : undefined]),
    ),
    receipts: patchMap(manifest.receipts, receipts),
    failed: patchMap(
      manifest.failed,
      Array.from(receipts, ([route, receipt]) => [route, hasFailed(receipt) ? receipt : undefined]),
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

/**
 * Whether the live release was made by these templates with this configuration. If not, everything must be compared.
 */
export const isBuiltFrom = (
  { head }: Pick<Site, 'head'>,
  { templates, config }: Required<Pick<Head, 'templates' | 'config'>>,
): boolean => head?.release != null && head.templates === templates && isDeepStrictEqual(head.config, config);

/** The error of operations that need a release. `lost` are the releases that the store has lost, if any. */
export const noRelease = (lost: LostReleases | null): OperatorError =>
  lost === null
    ? new OperatorError('There is no release yet', 'Run: npm start, or: npx frontage build')
    : new OperatorError(lossOf(lost), 'Make a new release from the content. Run: npm start, or: npx frontage build');

/** A sentence without a period about the lost releases. */
export function lossOf({ announced, stored, pin }: LostReleases): string {
  const rest = stored === null ? 'no release is left' : `the newest one left is ${stored}`;
  const pinned = pin === null ? '' : `. The site was pinned to release ${pin}`;
  return `Release ${announced} was live, but its data is lost: ${rest}${pinned}`;
}

/** The shown content: the pinned release's without withdrawn documents, or the current one. */
export const shownContent = ({ content, pinned }: Pick<Site, 'content' | 'pinned'>): ContentState =>
  pinned === null ? content : withdraw(pinned.content, content);

/** The snapshot for templates, with these images. */
export function siteSnapshot(
  shown: ContentState,
  { records, config }: { records: Site['images']; config: SiteConfig },
): Snapshot {
  return snapshotOf(shown, { config, images: imagesOf(records) });
}

/** Creates an object whose properties are computed on first access. Copying the object computes all of them. */
export function lazyObject<Whole extends object>(make: { [Part in keyof Whole]: () => Whole[Part] }): Whole {
  const whole = {} as Whole;
  for (const part of Object.keys(make) as (keyof Whole)[]) {
    const compute = (): Whole[keyof Whole] => {
      const value = make[part]();
      Object.defineProperty(whole, part, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(whole, part, { get: compute, enumerable: true, configurable: true });
  }
  return whole;
}
