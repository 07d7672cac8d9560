import { counted } from '@frontage/model/dates';
import type { Problem } from '@frontage/model/build-state';
import { contentCollections } from '@frontage/model/content-collections';
import { collections } from '@frontage/model/paths';
import { OperatorError } from '@frontage/model/operator-error';
import type { Writer } from '../release/writer.ts';
import { problemsOf, reportOf } from '../site/problems.ts';
import type { Site } from '../site/site.ts';
import type { Outcome } from '../site/step.ts';
import type { Cursor, ReleaseStore } from '../site/store.ts';
import { type DocumentChange, hintedPaths, isChangedVersion } from '../sync/content-state.ts';
import type { SourceChanges, SourceDocument, SourceRead } from '../sync/source.ts';
import { ChangePublisher } from './change-publisher.ts';
import { DocumentReader, type DocumentReaderOptions, type FoundDocuments } from './document-reader.ts';
import { InitialLoadBuffer } from './initial-load-buffer.ts';
import type { PublishCall } from './queue.ts';
import type { StepRunner } from './steps.ts';

interface ContentSyncOptions extends DocumentReaderOptions {
  writer: Pick<Writer, 'publisher' | 'isSuperseded'>;
  steps: StepRunner;
  store: Pick<ReleaseStore, 'cursor' | 'setCursor'>;
  now: () => Date;
  /** Maximum number of characters that `InitialLoadBuffer` holds in memory. */
  maxBufferedChars: number | undefined;
}

// Documents are buffered in parts, so that the memory of stored ones is freed before the next part.
const takenAtOnce = 5_000;

/** Milliseconds by which sweeps overlap: a write becomes visible some time after its timestamp. */
export const sweepOverlap = 120_000;

/**
 * Reads changed content from the source and publishes it. Calls must not overlap, except that edits are published
 * while another call reads, applies or publishes many documents; that call then leaves out its older versions of them.
 */
export class ContentSync {
  readonly #options: ContentSyncOptions;
  readonly #reader: DocumentReader;
  readonly #publisher: ChangePublisher;

  constructor(options: ContentSyncOptions) {
    this.#options = options;
    this.#reader = new DocumentReader(options);
    this.#publisher = new ChangePublisher(options);
  }

  /**
   * Reads these documents (paths from `hintedPaths`) and publishes them. Before the first release, it reads everything.
   * @throws PostponedError if they are edits that need a long step.
   */
  publish(documents: readonly string[], how: PublishCall): Promise<{ outcome: Outcome; rendered: number }> {
    return this.#reader.call(async (readAgain) => {
      // Their former versions must not be published from here on, even if this read fails and is repeated later.
      this.#reader.markRead(documents);
      // A release of the hinted documents alone would be incomplete.
      if (!this.#hasRelease()) return { outcome: await this.#readAll(readAgain), rendered: 0 };
      const { problems, ...found } = await this.#readNewest(documents);
      const { changes, outcomes } = await this.#publisher.publish(found, { ...how, isFull: false, readAgain });
      const rendered = outcomes.reduce((sum, one) => sum + one.rendered, 0);
      const outcome = withProblems(problems, outcomes);
      return { outcome: changes.length > 0 ? outcome : this.#unchanged(documents, problems), rendered };
    });
  }

  /**
   * Reads and publishes the changes since the cursor. Without a cursor or a release, it runs a full scan. With `isFull`,
   * every route is compared, not only those affected by the changes.
   */
  sweep({ isFull }: { isFull: boolean }): Promise<Outcome> {
    return this.#reader.call(async (readAgain) => {
      const cursor = this.#options.store.cursor();
      // After a loss, the cursor may be later than the stored documents.
      if (cursor === null || !this.#hasRelease()) return this.#readAll(readAgain);
      const since = performance.now();
      const { paths, at } = await this.#changedSince(cursor);
      const found = paths.length === 0 ? { documents: [], problems: [] } : await this.#reader.read(paths);
      const { outcomes } = await this.#publisher.publishInPieces(
        { documents: found.documents, at },
        { since, lane: 'bulk', isFull, readAgain },
      );
      this.#moveCursor(at, cursor.readAll);
      return withProblems(found.problems, outcomes);
    });
  }

  /** Runs a full scan and publishes the changes it finds. */
  readAll(): Promise<Outcome> {
    return this.#reader.call((readAgain) => this.#readAll(readAgain));
  }

  async #readAll(readAgain: Set<string>): Promise<Outcome> {
    const since = performance.now();
    const started = this.#options.now().toISOString();
    const before = this.#hasRelease() ? this.#options.store.cursor() : null;
    const found = await this.#addLaunches(await this.#scan(), started);
    // The cursor is set to the start of the scan: collections are read one after another, so later documents may be
    // missing.
    const at = new Date(Date.parse(found.at) - (performance.now() - since)).toISOString();
    const how = { since, lane: 'bulk', isFull: true, readAgain } as const;
    const { changes, outcomes } = await this.#publisher.publishInPieces(found, how);
    this.#reportMissed(changes, before);
    this.#moveCursor(at, started);
    return joinOutcomes(outcomes);
  }

  /** Reads all content; returns the changes. */
  async #scan(): Promise<SourceRead> {
    const { source, writer, steps, quarantine, maxBufferedChars } = this.#options;
    const buffer = new InitialLoadBuffer(
      {
        content: () => this.#site().content,
        unconditional: quarantine.documents(),
        store: (...read) => steps.storeInitialContent(...read),
      },
      maxBufferedChars,
    );
    const take = async (documents: readonly SourceDocument[]): Promise<void> => {
      this.#reader.received(documents);
      await buffer.take(documents);
      // Render threads prepare while the rest is read.
      writer.publisher().expect(buffer.count());
    };
    const { unbuffered, at } = await this.#reader.ask(async () => {
      const { documents, at } = await source.readAll(contentCollections, take);
      return { unbuffered: [...documents], at };
    });
    while (unbuffered.length > 0) await take(unbuffered.splice(0, takenAtOnce));
    assertContentRemains(buffer.count(), this.#site());
    return buffer.end(at);
  }

  /** Reads launches that were published around a scan whole, because it may have read only a part of their documents. */
  async #addLaunches(scanned: SourceRead, started: string): Promise<SourceRead> {
    const { source, launches } = this.#options;
    const launched = await this.#reader.ask(async () => {
      const found = await source.launchesSince(new Date(Date.parse(started) - sweepOverlap).toISOString());
      const paths = found.launches.flatMap(({ documents }) => documents);
      return paths.length === 0 ? null : launches.read(hintedPaths(paths));
    });
    const fresh = new Map(launched?.documents.map((document) => [document.path, document]));
    const others = scanned.documents.filter(({ path }) => !fresh.has(path));
    return { ...scanned, documents: [...others, ...fresh.values()] };
  }

  /** Reads documents when this process has all commits of other processes. */
  async #readNewest(documents: readonly string[]): Promise<FoundDocuments> {
    const { steps } = this.#options;
    // A step on an outdated site would fail. There are rarely commits of other processes, so both reads run
    // concurrently.
    const [found, isBehind] = await Promise.all([this.#reader.read(documents), !steps.isBuilding() && steps.catchUp()]);
    // The other process may have published newer versions than those just read.
    return isBehind ? this.#reader.read(documents) : found;
  }

  /** The paths of documents that may have changed since the last sweep. */
  async #changedSince(cursor: Cursor): Promise<{ paths: string[]; at: string }> {
    const { source, monitor } = this.#options;
    const moment = new Date(Date.parse(cursor.at) - sweepOverlap).toISOString();
    const { written, deleted, at } = await this.#reader.ask(() => source.changedSince(moment));
    monitor.metrics.read(written.length + deleted.length);
    const held = this.#site().content.documents;
    // A written demo is always read again, together with its embed code, which has no timestamp. If the two were
    // read at different times, code that was protected in between could be published.
    const mayDiffer = ({ path, time }: SourceChanges['written'][number]): boolean =>
      path.startsWith(`${collections.demos}/`) || isChangedVersion({ time }, held.get(path));
    const paths = hintedPaths([
      ...written.filter(mayDiffer).map(({ path }) => path),
      ...deleted.filter((path) => held.has(path)),
      ...cursor.again,
    ]);
    return { paths, at };
  }

  /** The outcome for documents without a change: their known problems. */
  #unchanged(documents: readonly string[], problems: readonly Problem[]): Outcome {
    const known = documents.map((document) => problemsOf(document, this.#site().problems));
    return { release: null, problems: [...problems, ...reportOf(known)] };
  }

  /** Logs changes that the sweeps before a full scan have missed. */
  #reportMissed(changes: readonly DocumentChange[], before: Cursor | null): void {
    const missed = before === null ? [] : changes.filter((change) => timeOf(change) < before.at);
    if (missed.length > 0) this.#options.monitor.log({ event: 'missed', documents: missed.map(({ path }) => path) });
  }

  #moveCursor(at: string, readAll: string): void {
    const { writer, store, quarantine } = this.#options;
    // A superseded process does not publish the changes it has read, so the next start must read them again.
    if (writer.isSuperseded()) return;
    store.setCursor({ at, readAll, again: quarantine.documents(), collections: contentCollections });
  }

  #hasRelease(): boolean {
    return this.#site().head?.release != null;
  }

  #site(): Site {
    return this.#options.writer.publisher().site();
  }
}

/**
 * Throws if the source is empty although a release has content: it is the wrong project, or it has lost its documents.
 */
function assertContentRemains(found: number, { head, content }: Pick<Site, 'head' | 'content'>): void {
  if (found > 0 || content.documents.size === 0) return;
  const [what, end] = head?.release == null ? ['the site', ''] : [`release ${head.release}`, ': it stays live'];
  throw new OperatorError(
    `Firestore is empty, and ${what} was made of ${counted(content.documents.size, 'document')}${end}`,
    'Check the project, and restore the content. To publish an empty site, create one document, such as a setting',
  );
}

const timeOf = ({ before, after }: DocumentChange): string => after?.time ?? before?.time ?? '';

/** The combined result of several steps: the newest release and every problem. */
export const joinOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  release: outcomes.findLast(({ release }) => release !== null)?.release ?? null,
  problems: outcomes.flatMap(({ problems }) => problems),
});

const withProblems = (problems: Problem[], outcomes: readonly Outcome[]): Outcome =>
  joinOutcomes([{ release: null, problems }, ...outcomes]);
