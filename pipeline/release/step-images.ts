import { PreemptedError } from '../render/render-routes.ts';
import { shownContent, type Site } from '../site/site.ts';
import type { Step } from '../site/step.ts';
import type { Commit } from '../site/store.ts';
import type { ContentState } from '../sync/content-state.ts';
import { changedDocuments, publicImages } from '../sync/image-addresses.ts';
import type { ImageInspector, OnInspected } from '../sync/image-inspector.ts';
import type { ImageRecord } from '../sync/image-library.ts';
import { noImageUses, updateUses, usersOfMedia, type ImageUses } from '../sync/shown-images.ts';

export interface StepImagesOptions {
  images: ImageInspector;
  /** Actual names of the site's buckets. */
  buckets: ReadonlySet<string>;
  /** Milliseconds a step waits for its images. Slower images are shown as uploaded until they are processed. */
  patience: number;
  /** Hashes of the files of all kept releases. */
  heldFiles: () => ReadonlySet<string>;
  /** Called for each image of the first release. */
  onImage: OnInspected;
}

interface Search {
  site: Site;
  step: Step;
  /** The content that the step shows. */
  shown: ContentState;
  preempt: AbortSignal | null;
}

/** The images that a step shows, and the differences to the site. */
export interface FoundImages {
  uses: ImageUses;
  /** Records that are new or may have changed. */
  made: ImageRecord[];
  /** Addresses of records to remove: of deleted images, and of those that nothing shows. */
  gone: string[];
  deleted: string[];
}

/** Finds the images that each step shows, and remembers them for the next one. */
export class StepImages {
  readonly #options: StepImagesOptions;
  // The images that documents show; null before the first step.
  #uses: ImageUses | null = null;
  // Addresses of images whose results may have changed since the last step.
  readonly #news = new Set<string>();
  // Documents that another writer has changed, and whose images no step of this process has inspected since.
  readonly #unseen = new Set<string>();

  constructor(options: StepImagesOptions) {
    this.#options = options;
  }

  /**
   * Finds the images of the shown content. Inspects the images of changed and newly shown documents again.
   * @throws PreemptedError if `preempt` is aborted before the images of a later release are inspected.
   */
  async find(search: Search): Promise<FoundImages> {
    const { images: inspector, buckets } = this.#options;
    const kept = search.step.isFull ? null : this.#uses;
    const only = kept && this.#documentsToSearch(kept, search);
    const found = publicImages(search.shown, buckets, only);
    await this.#inspect(found, search);
    for (const address of inspector.takeNews()) this.#news.add(address);
    const resultOf: ImageInspector['resultOf'] = (address) => inspector.resultOf(address);
    const { uses, examined } = updateUses(kept ?? noImageUses, {
      documents: new Map([...(only ?? found.keys())].map((path) => [path, found.get(path)])),
      news: this.#news,
      resultOf,
    });
    inspector.follow(uses.users);
    const checked = only === null ? search.site.images.keys() : examined;
    const deleted = [...checked].filter((address) => resultOf(address)?.record === null);
    const unused = only === null ? this.#unusedImages(search.site, uses.users) : [];
    inspector.forget(unused);
    const made = [...examined].flatMap((address) => uses.records.get(address) ?? []);
    return { uses, made, gone: [...deleted, ...unused], deleted };
  }

  /** The step that shows these images is live. */
  settle(uses: ImageUses): void {
    this.#uses = uses;
    this.#news.clear();
    this.#unseen.clear();
  }

  /** The next step inspects every image. */
  reset(): void {
    this.#uses = null;
    this.#news.clear();
    this.#unseen.clear();
  }

  /** Takes over the images of commits of another writer, which lead from `before` to `after`. */
  follow(commits: readonly Commit[], before: Site, after: Site): void {
    const { images: inspector } = this.#options;
    for (const { documents, images } of commits) {
      for (const { path } of documents) this.#unseen.add(path);
      inspector.addRecords(images.set);
      inspector.forget([...images.end]);
    }
    for (const path of changedDocuments(before.content.composition, after.content.composition)) this.#unseen.add(path);
  }

  #documentsToSearch(kept: ImageUses, { site, step, shown }: Search): Set<string> {
    const changed = step.changes.map(({ path }) => path);
    const newlyShown = changedDocuments(shownContent(site).composition, shown.composition);
    return new Set([...changed, ...newlyShown, ...this.#unseen, ...usersOfMedia(kept, changed)]);
  }

  async #inspect(found: ReturnType<typeof publicImages>, { site, preempt }: Search): Promise<void> {
    const { images: inspector, patience, onImage } = this.#options;
    const wanted = [...found.values()].flatMap(({ images }) => images.map((image, turn) => ({ image, turn })));
    if (site.head?.release == null) await inspector.inspect(wanted, Infinity, onImage);
    else await unlessAborted(inspector.inspect(wanted, patience), preempt);
  }

  /** Addresses of images that neither the content nor a kept release shows. */
  #unusedImages({ images }: Site, used: ImageUses['users']): string[] {
    const candidates = [...images.values()].filter(({ address }) => !used.has(address));
    const held = candidates.length === 0 ? null : this.#options.heldFiles();
    return candidates.flatMap(({ address, files }) => (files.some(({ hash }) => held?.has(hash)) ? [] : [address]));
  }
}

/**
 * Waits for work that continues in the background.
 * @throws PreemptedError if the signal aborts before its end.
 */
export async function unlessAborted(work: Promise<void>, signal: AbortSignal | null): Promise<void> {
  if (signal === null) return work;
  let isDone = false;
  const aborted = new Promise<void>((resolve) => {
    // Finished work is not waited for again, so that a step continues although edits keep arriving.
    if (signal.aborted) setImmediate(resolve);
    else signal.addEventListener('abort', () => resolve());
  });
  await Promise.race([work.then(() => void (isDone = true)), aborted]);
  if (!isDone) throw new PreemptedError('Another step comes first');
}
