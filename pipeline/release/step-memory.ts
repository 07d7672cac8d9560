import type { SiteConfig } from '@frontage/model/content';
import { type Answers, type Invalidation, createAnswers } from '../plan/answers.ts';
import type { QueryKey } from '../plan/queries.ts';
import { createReaders, type Readers } from '../plan/readers.ts';
import { lazyObject, shownContent, siteSnapshot, type Site } from '../site/site.ts';
import { type ContentState, snapshotOf } from '../sync/content-state.ts';
import { createSlices } from '../sync/in-slices.ts';
import { changedKeys } from '../sync/patched-map.ts';
import type { ImageUses } from '../sync/shown-images.ts';

/**
 * The recorded queries of a site: their answers and the routes that read them. They make the next step cheap, and can
 * be recomputed from the site.
 */
export class StepMemory {
  readonly #config: SiteConfig;
  // Both cover the whole site, and are created on first use.
  readonly #caches: { readonly answers: Answers; readonly readers: Readers };
  // False until a step has compared everything: before that, answers and receipts may belong to different content.
  #isSettled = false;

  constructor(site: Site, config: SiteConfig) {
    this.#config = config;
    this.#caches = lazyObject<{ answers: Answers; readers: Readers }>({
      answers: () => createAnswers(siteSnapshot(shownContent(site), { records: site.images, config })),
      readers: () => createReaders(site.receipts.values()),
    });
  }

  answers(): Answers {
    return this.#caches.answers;
  }

  readers(): Readers {
    return this.#caches.readers;
  }

  isSettled(): boolean {
    return this.#isSettled;
  }

  /** A step has compared everything and is live. */
  settle(): void {
    this.#isSettled = true;
  }

  /** The next step compares everything. */
  unsettle(): void {
    this.#isSettled = false;
  }

  /** Moves the answers to the content and images that a step shows. */
  moveTo(shown: ContentState, images: ImageUses['images']): Invalidation {
    return this.answers().moveTo(snapshotOf(shown, { images, config: this.#config }));
  }

  /** Moves the answers back to the site after a step that changed nothing. */
  moveBack(site: Site): void {
    // Changes are known only for answered queries, so the invalidated ones are answered again.
    for (const query of this.#moveToSite(site).queries.keys()) this.answers().hash(query);
  }

  /** Replaces the receipts of `before` by those of `after`; returns the routes for which they differ. */
  replaceReceipts(before: Pick<Site, 'receipts'>, after: Pick<Site, 'receipts'>): string[] {
    const routes = changedKeys(before.receipts, after.receipts);
    for (const route of routes) this.readers().replace(before.receipts.get(route), after.receipts.get(route));
    return routes;
  }

  /**
   * Follows a step of another writer. It stays settled only if this process computes the answers in the other writer's
   * receipts for all affected pages.
   */
  follow(before: Site, after: Site): void {
    const routes = this.replaceReceipts(before, after);
    const moved = this.#moveToSite(after);
    const { answers, readers } = this.#caches;
    const { receipts } = after;
    const isCurrent = (route: string, query: QueryKey): boolean =>
      receipts.get(route)?.reads.get(query) === answers.hash(query);
    const areRoutesCurrent = routes.every((route) =>
      [...(receipts.get(route)?.reads.keys() ?? [])].every((query) => isCurrent(route, query)),
    );
    const changed = [...moved.queries].flatMap(([query, hash]) => (hash === answers.hash(query) ? [] : [query]));
    const areReadersCurrent = changed.every((query) =>
      [...readers.of(query)].every((route) => isCurrent(route, query)),
    );
    this.#isSettled = areRoutesCurrent && areReadersCurrent;
  }

  /** Answers all queries recorded in the site's receipts, with pauses for other work, until `isWanted` returns false. */
  async rehash({ receipts }: Pick<Site, 'receipts'>, isWanted: () => boolean): Promise<void> {
    const pause = createSlices();
    for (const { reads } of receipts.values()) {
      await pause();
      if (!isWanted()) return;
      for (const key of reads.keys()) this.answers().hash(key);
    }
  }

  #moveToSite(site: Site): Invalidation {
    return this.answers().moveTo(siteSnapshot(shownContent(site), { records: site.images, config: this.#config }));
  }
}
