import { contentCollections } from '@frontage/model/content-collections';
import { createAnswers } from '../plan/answers.ts';
import { createReaders } from '../plan/readers.ts';
import { contentFromRead, type ContentState } from '../sync/content-state.ts';
import { publicImages } from '../sync/image-addresses.ts';
import { ImageInspector } from '../sync/image-inspector.ts';
import type { ImageLibrary } from '../sync/image-library.ts';
import { shownImages } from '../sync/shown-images.ts';
import type { ContentSource } from '../sync/source.ts';
import { diffFiles, type FileEntry, type Files, hasOtherTarget } from '../site/files.ts';
import type { RenderedSite } from '../site/next-site.ts';
import { emptyManifest, loadSite, shownContent, type Site, siteSnapshot } from '../site/site.ts';
import type { ReleaseStore } from '../site/store.ts';
import { discardingPageSink } from '../render/render-routes.ts';
import type { Blobs } from '../site/blobs.ts';
import { renderSite, type Templates } from './render-site.ts';
import type { WriterPorts } from './writer.ts';

interface Verification {
  store: ReleaseStore;
  blobs: Pick<Blobs, 'holds'>;
  /** The source for reading documents and images again; null to work from the store. */
  source: Pick<ContentSource, 'readAll'> | null;
  openImages: WriterPorts['openImages'];
  templates: Templates;
  hash: (bytes: Uint8Array) => string;
}

/** The paths at which the live release differs from a from-scratch build; null before the first release. */
export async function verifySite({
  store,
  blobs,
  source,
  openImages,
  templates,
  hash,
}: Verification): Promise<string[] | null> {
  const site = loadSite(store);
  if (site.head?.release == null) return null;
  const damaged = await damagedPaths(site.files, blobs);
  const read = source && (await source.readAll(contentCollections));
  const content = read ? contentFromRead(read.documents, site.content) : site.content;
  const discardingBlobs = {
    write: (bytes: Uint8Array) => Promise.resolve(hash(bytes)),
    holds: () => Promise.resolve(true),
  };
  const library = openImages(discardingBlobs, source ? [] : site.images.values());
  const built = await buildFromScratch({ site, content, library, templates, hash });
  return [...new Set([...damaged, ...differingPaths(site.files, built)])].sort();
}

interface FromScratch {
  /** The pin and configuration of the live site. */
  site: Pick<Site, 'head' | 'pinned'>;
  content: ContentState;
  /** Reads and processes images again. */
  library: ImageLibrary;
  templates: Templates;
  hash: (bytes: Uint8Array) => string;
}

/**
 * Builds the whole site from content alone or, for a pinned site, from the pinned release. Stores nothing.
 * @throws Error if an image is unreachable.
 */
async function buildFromScratch({ site, content, library, templates, hash }: FromScratch): Promise<RenderedSite> {
  const { head, pinned } = site;
  if (head === null) return { ...emptyManifest, failures: [], rendered: 0 };
  const shown = shownContent({ content, pinned });
  const images = await readImages(shown, library);
  const base = pinned ?? emptyManifest;
  return renderSite({
    origin: head.config.origin,
    base,
    shown,
    content,
    keepTemplates: pinned !== null,
    retry: false,
    since: null,
    answers: createAnswers(siteSnapshot(shown, { records: images, config: head.config })),
    readers: createReaders(base.receipts.values()),
    images,
    templates,
    hash,
    // Commands have a process to themselves.
    isSlow: () => false,
    keeping: discardingPageSink,
    preemption: null,
    onProgress: () => undefined,
  });
}

async function readImages(shown: ContentState, library: ImageLibrary): Promise<Site['images']> {
  const inspector = new ImageInspector({ library, known: [], onNews: () => undefined });
  const uses = publicImages(shown, library.buckets, null);
  const images = [...uses.values()].flatMap((use) => use.images);
  await inspector.inspect(
    images.map((image) => ({ image, turn: 0 })),
    Infinity,
  );
  await inspector.close();
  const unreachable = images.map(({ address }) => inspector.resultOf(address)).find((result) => result?.isUnreachable);
  if (unreachable) throw new Error(unreachable.message ?? '');
  return shownImages(uses, (address) => inspector.resultOf(address)).records;
}

/**
 * The paths at which a release differs from a from-scratch build. Excludes previous files of pages whose render fails,
 * and files kept for open pages.
 */
function differingPaths(live: Files, { files, failed }: Pick<RenderedSite, 'files' | 'failed'>): string[] {
  const { set, removed } = diffFiles(live, files);
  const differing = set.filter((file) => {
    const old = live.get(file.path);
    return old?.hash !== file.hash || old.contentType !== file.contentType || hasOtherTarget(old, file);
  });
  const extra = removed.filter((path) => live.get(path)?.kind !== 'kept' && !failed.has(live.get(path)?.route ?? ''));
  return [...differing.map(({ path }) => path), ...extra].sort();
}

/** Reads files of releases. Missing or damaged bytes are first rebuilt from the content. */
export interface Repair {
  read(file: FileEntry): Promise<Uint8Array>;
  /** Rebuilds files with damaged bytes. Returns the rebuilt paths and the failed ones. */
  restoreDamaged(files: Files): Promise<{ repaired: string[]; left: string[] }>;
}

interface RepairOptions {
  blobs: Pick<Blobs, 'read' | 'holds' | 'remove'>;
  /** Rebuilds everything derived from these bytes; null if that is impossible. */
  remake: ((lost: ReadonlySet<string>) => Promise<unknown>) | null;
}

export function createRepair({ blobs, remake }: RepairOptions): Repair {
  const running = new Map<string, Promise<unknown>>();
  // Hashes of files that the content no longer produces. They are not rebuilt on every request.
  const unrepairable = new Set<string>();

  const restore = async (files: readonly FileEntry[]): Promise<FileEntry[]> => {
    if (remake === null) return [...files];
    const lost = new Set(files.map(({ hash }) => hash));
    for (const hash of lost) await blobs.remove(hash);
    await remake(lost);
    const left: FileEntry[] = [];
    for (const file of files) if (!(await blobs.holds(file, true))) left.push(file);
    for (const { hash } of left) unrepairable.add(hash);
    return left;
  };

  const restoreOnce = (file: FileEntry): Promise<unknown> => {
    const earlier = running.get(file.hash);
    if (earlier) return earlier;
    const work = restore([file]).finally(() => running.delete(file.hash));
    running.set(file.hash, work);
    return work;
  };

  return {
    restoreDamaged: async (files) => {
      const damaged = (await damagedPaths(files, blobs)).flatMap((path) => files.get(path) ?? []);
      if (damaged.length === 0) return { repaired: [], left: [] };
      const left = await restore(damaged);
      const paths = (some: readonly FileEntry[]): string[] => some.map(({ path }) => path);
      return { repaired: paths(damaged.filter((file) => !left.includes(file))), left: paths(left) };
    },
    read: async (file) => {
      const bytes = await blobs.read(file.hash);
      if (bytes !== null) return bytes;
      if (!unrepairable.has(file.hash)) await restoreOnce(file);
      const again = await blobs.read(file.hash);
      if (again === null) throw new Error(`The bytes of ${file.path} are damaged. Run: npx frontage verify --repair`);
      return again;
    },
  };
}

/** The paths of a release with missing or damaged bytes. */
async function damagedPaths(live: Files, blobs: Pick<Blobs, 'holds'>): Promise<string[]> {
  const damaged: string[] = [];
  for (const file of live.values()) if (!(await blobs.holds(file, true))) damaged.push(file.path);
  return damaged;
}
