import { setImmediate as nextTurn } from 'node:timers/promises';
import { counted } from '@frontage/model/dates';
import type { Problem } from '@frontage/model/build-state';
import { collections, contentCollections } from '@frontage/model/paths';
import { OperatorError } from '@frontage/model/operator-error';
import type { Monitor } from '../status/monitor.ts';
import type { Writer } from '../release/writer.ts';
import type { Outcome, Step, StepOutcome } from '../site/step.ts';
import { PostponedError } from '../render/render-routes.ts';
import { problemsOf, reportOf } from '../site/problems.ts';
import type { Site } from '../site/site.ts';
import type { ReleaseStore } from '../site/store.ts';
import {
  applyRead,
  type ContentState,
  type DocumentChange,
  hintedPaths,
  isChangedVersion,
  missingDocuments,
  rebaseContent,
} from '../sync/content-state.ts';
import type { ContentSource, SourceChanges, SourceDocument, SourceRead } from '../sync/source.ts';
import { type LaunchReader, unitOfPath } from '../sync/launch-reader.ts';
import { isWithdrawal } from '../sync/withdraw.ts';
import type { PublishCall, Queue } from './queue.ts';
import type { StepRunner } from './steps.ts';
import { bisectFailures, type Quarantine } from './retries.ts';

/**
 * Reads changed content from the source and publishes it. Calls must not overlap, except that edits are published
 * while another call reads, applies or publishes many documents; that call then leaves out its older versions of them.
 */
export interface ContentSync {
  /**
   * Reads these documents (paths from `hintedPaths`) and publishes them. Before the first release, it reads everything.
   * `since` is when the first hint arrived, by `performance.now()`.
   * @throws PostponedError if they are edits that need a long step.
   */
  publish(documents: readonly string[], how: PublishCall): Promise<{ outcome: Outcome; rendered: number }>;
  /**
   * Reads and publishes the changes since the cursor. Without a cursor or a release, it runs a full scan. With `isFull`, every route
   * is compared, not only those affected by the changes.
   */
  sweep(step: { isFull: boolean }): Promise<Outcome>;
  /** Runs a full scan and publishes the changes it finds. */
  readAll(): Promise<Outcome>;
}

interface ContentSyncOptions {
  source: ContentSource;
  /** Reads from `source`; keeps launches whole. */
  reader: LaunchReader;
  writer: Pick<Writer, 'publisher' | 'isSuperseded'>;
  steps: StepRunner;
  /** Its waiting edits are published between the parts in which many documents are read and applied. */
  queue: Pick<Queue<Outcome>, 'isUrgent' | 'urgent'>;
  quarantine: Quarantine;
  monitor: Monitor;
  store: Pick<ReleaseStore, 'cursor' | 'setCursor'>;
  now: () => Date;
  /** Maximum number of characters that `openInitialLoadBuffer` holds in memory. */
  maxBufferedChars: number | undefined;
}

/** The documents that could be read, and the problems of the others. */
type Found = SourceRead & { problems: Problem[] };

// Documents are buffered in parts, so that the memory of stored ones is freed before the next part.
const takenAtOnce = 5_000;

// Number of documents per read, which takes a few hundredths of a second.
const readAtOnce = 500;

// Number of documents that a sweep or a full scan publishes in one step.
const publishedAtOnce = 1_000;

// Number of documents validated and composed without a pause, which takes a few hundredths of a second.
const appliedAtOnce = 50;

/** Milliseconds by which sweeps overlap: a write becomes visible some time after its timestamp. */
export const sweepOverlap = 120_000;

export function openContentSync({
  source,
  reader,
  writer,
  steps,
  queue,
  quarantine,
  monitor,
  store,
  now,
  maxBufferedChars,
}: ContentSyncOptions): ContentSync {
  const site = (): Site => writer.publisher().site();
  const { metrics } = monitor;

  // For each running call, the documents that calls during it have read: its own versions of them are older.
  const running: Set<string>[] = [];

  /** Runs a call. `readAgain` grows while it runs. */
  const call = async <Result>(act: (readAgain: Set<string>) => Promise<Result>): Promise<Result> => {
    const readAgain = new Set<string>();
    running.push(readAgain);
    try {
      return await act(readAgain);
    } finally {
      running.splice(running.indexOf(readAgain), 1);
    }
  };
  /** Marks documents as read in the call that has started last. */
  const markRead = (paths: Iterable<string>): void => {
    const own = running.at(-1);
    for (const path of paths) {
      for (const readAgain of running) {
        if (readAgain === own) readAgain.delete(path);
        else readAgain.add(path);
      }
    }
  };

  const reach = async <Answer>(reading: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await reading();
      monitor.note('source', null);
      return answer;
    } catch (error) {
      monitor.note('source', error);
      metrics.read(null);
      throw error;
    }
  };
  const putAside = (document: string, error: unknown): Problem => {
    const problem = quarantine.put(document, error);
    monitor.log({ event: 'problem', ...problem });
    return problem;
  };

  /** Reads documents. A document that cannot be read is quarantined and does not block the others. */
  const read = async (paths: readonly string[]): Promise<Found> => {
    try {
      const answer = await reader.read(paths);
      monitor.note('source', null);
      metrics.read(answer.documents.length);
      markRead(answer.documents.map(({ path }) => path));
      return { ...answer, problems: [] };
    } catch (error) {
      return readInHalves(paths, error);
    }
  };

  /** Lets other work continue, and publishes waiting edits. */
  const giveWay = async (): Promise<void> => {
    await nextTurn();
    if (queue.isUrgent()) await queue.urgent();
  };

  /**
   * Reads many documents in parts, so that edits can be published between the parts. A document and its companion are
   * read together.
   */
  const readInParts = async (paths: readonly string[]): Promise<Found> => {
    if (paths.length <= readAtOnce) return read(paths);
    const units = [...Map.groupBy(paths, unitOfPath).values()];
    const found: Found[] = [];
    let part: string[] = [];
    for (const [index, unit] of units.entries()) {
      part.push(...unit);
      if (part.length < readAtOnce && index < units.length - 1) continue;
      if (found.length > 0) await giveWay();
      found.push(await read(part));
      part = [];
    }
    const [first] = found;
    // A later part may have read documents of an earlier one again, together with their launch.
    const documents = new Map(found.flatMap((one) => one.documents.map((document) => [document.path, document])));
    return {
      documents: [...documents.values()],
      at: first?.at ?? '',
      problems: found.flatMap(({ problems }) => problems),
    };
  };

  const readInHalves = async (paths: readonly string[], error: unknown): Promise<Found> => {
    const documents = new Map<string, SourceDocument>();
    let at = '';
    const culprits = await bisectFailures(paths, {
      error,
      act: async (some) => {
        const answer = await reader.read(some);
        metrics.read(answer.documents.length);
        markRead(answer.documents.map(({ path }) => path));
        for (const document of answer.documents) documents.set(document.path, document);
        at = answer.at;
      },
      probe: () => reach(() => source.read([anyDocument])),
    });
    return {
      documents: [...documents.values()],
      at,
      problems: culprits.map(({ item, error }) => putAside(item, error)),
    };
  };

  /**
   * Applies documents to the content of the site in slices, so that edits can be published between the slices. Documents
   * that these edits have read again are left out.
   */
  const applyInSlices = async (documents: readonly SourceDocument[], at: string, readAgain: ReadonlySet<string>) => {
    let from = site().content;
    let content = from;
    let changes: readonly DocumentChange[] = [];
    const rebase = (): void => {
      const to = site().content;
      const paths = changes.map(({ path }) => path);
      ({ content, changes } = rebaseContent(content, { from, to, paths, older: readAgain }));
      from = to;
    };
    // Before the first release there is nothing to edit, and everything is composed at once.
    const atOnce = site().head?.release == null ? Infinity : appliedAtOnce;
    for (let start = 0; start === 0 || start < documents.length; start += atOnce) {
      if (start > 0) {
        await giveWay();
        rebase();
      }
      const slice = documents.slice(start, start + atOnce).filter(({ path }) => !readAgain.has(path));
      const applied = applyRead(content, { documents: slice, at });
      content = applied.state;
      changes = [...changes, ...applied.changes];
    }
    return { state: content, changes };
  };

  /**
   * Publishes read changes: in one full step, or withdrawals first and the rest afterwards. A failing document does not
   * block others.
   */
  const publishChanges = async (found: SourceRead, options: PublishOptions): Promise<Published> => {
    const { readAgain } = options;
    const answer = { ...found, documents: found.documents.filter(({ path }) => !readAgain.has(path)) };
    const whole = await applyInSlices(answer.documents, answer.at, readAgain);
    const { content } = site();
    const changed = new Map(whole.changes.map((change) => [change.path, change]));
    const units = unitsOf(
      answer.documents.filter(({ path }) => changed.has(path)),
      reader,
    );
    // Each step builds on the previous one.
    const apply = (some: readonly Unit[]) => applyInSlices(some.flat(), answer.at, readAgain);
    const leaves = (unit: Unit): boolean => !options.isFull && unit.some(({ path }) => isLeaving(changed.get(path)));
    const urgent = units.filter(leaves);
    const others = units.filter((unit) => !leaves(unit));
    const outcomes: StepOutcome[] = [];
    const failed = new Map<Unit, unknown>();
    for (const some of [urgent, others]) {
      const how = { ...options, isPostponable: options.lane === 'edits' && some === others };
      if (some.length === 0 && !(options.isFull && some === others)) continue;
      try {
        // If these are all changed documents and the content is the same, reuse `whole`: composing a large site takes a
        // while.
        const isWhole = some.length === units.length && site().content === content;
        const { state, changes } = isWhole ? whole : await apply(some);
        outcomes.push(await steps.run({ content: state, changes, ...how }));
      } catch (error) {
        if (error instanceof PostponedError) throw error;
        const act = async (part: readonly Unit[]): Promise<void> => {
          const { state, changes } = await apply(part);
          outcomes.push(await steps.run({ content: state, changes, ...how }));
        };
        const culprits = await bisectFailures(some, { error, act, probe: () => act([]) });
        for (const { item, error } of culprits) failed.set(item, error);
      }
      for (const unit of some) {
        for (const { path } of unit) {
          if (failed.has(unit))
            outcomes.push({ release: null, problems: [putAside(path, failed.get(unit))], rendered: 0 });
          else if (!readAgain.has(path)) quarantine.clear(path);
        }
      }
    }
    for (const { path } of answer.documents) if (!changed.has(path) && !readAgain.has(path)) quarantine.clear(path);
    const refused = new Set([...failed.keys()].flatMap((unit) => unit.map(({ path }) => reader.unitOf(path))));
    // Documents that were read again are published by the call that has read them.
    const settled = answer.documents.flatMap(({ path }) =>
      refused.has(reader.unitOf(path)) || readAgain.has(path) ? [] : [path],
    );
    reader.settle(settled);
    return { changes: whole.changes, outcomes };
  };

  /** Publishes read changes. Many are published in pieces, so that edits can be published in between. */
  const publishInPieces = async (found: SourceRead, options: PublishOptions): Promise<Published> => {
    if (site().head?.release == null || found.documents.length <= publishedAtOnce)
      return publishChanges(found, options);
    const published: Published[] = [];
    let piece: SourceDocument[] = [];
    const units = unitsOf(found.documents, reader);
    for (const [index, unit] of units.entries()) {
      piece.push(...unit);
      if (piece.length < publishedAtOnce && index < units.length - 1) continue;
      const isFirst = published.length === 0;
      if (!isFirst) await giveWay();
      published.push(
        await publishChanges({ documents: piece, at: found.at }, { ...options, isFull: options.isFull && isFirst }),
      );
      piece = [];
    }
    return {
      changes: published.flatMap(({ changes }) => changes),
      outcomes: published.flatMap(({ outcomes }) => outcomes),
    };
  };

  const moveCursor = (at: string, readAll: string): void => {
    // A superseded process does not publish the changes it has read, so the next start must read them again.
    if (writer.isSuperseded()) return;
    store.setCursor({ at, readAll, again: quarantine.documents(), collections: contentCollections });
  };

  const readAll = async (readAgain: Set<string>): Promise<Outcome> => {
    const since = performance.now();
    const started = now().toISOString();
    const before = site().head?.release == null ? null : store.cursor();
    const buffer = openInitialLoadBuffer(
      {
        content: () => site().content,
        unconditional: quarantine.documents(),
        store: (...read) => steps.storeInitialContent(...read),
      },
      maxBufferedChars,
    );
    const takeSome = async (documents: readonly SourceDocument[]): Promise<void> => {
      metrics.read(documents.length);
      markRead(documents.map(({ path }) => path));
      await buffer.take(documents);
      // Render threads prepare while the rest is read.
      writer.publisher().expect(buffer.count());
    };
    const { unbuffered, at: readAt } = await reach(async () => {
      const { documents, at } = await source.readAll(contentCollections, takeSome);
      return { unbuffered: [...documents], at };
    });
    while (unbuffered.length > 0) await takeSome(unbuffered.splice(0, takenAtOnce));
    assertContentRemains(buffer.count(), site());
    const scanned = await buffer.end(readAt);
    // Launches that were published around the scan are read whole.
    const launched = await reach(async () => {
      const found = await source.launchesSince(new Date(Date.parse(started) - sweepOverlap).toISOString());
      const paths = found.launches.flatMap(({ documents }) => documents);
      return paths.length === 0 ? null : reader.read(hintedPaths(paths));
    });
    const fresh = new Map(launched?.documents.map((document) => [document.path, document]));
    const everything = {
      ...scanned,
      documents: [...scanned.documents.filter(({ path }) => !fresh.has(path)), ...fresh.values()],
    };
    // The cursor is set to the start of the scan: collections are read one after another, so later documents may be
    // missing.
    const at = new Date(Date.parse(everything.at) - (performance.now() - since)).toISOString();
    const { changes, outcomes } = await publishInPieces(everything, { since, lane: 'bulk', isFull: true, readAgain });
    const missed = before === null ? [] : changes.filter((change) => timeOf(change) < before.at);
    if (missed.length > 0) monitor.log({ event: 'missed', documents: missed.map(({ path }) => path) });
    moveCursor(at, started);
    return joinOutcomes(outcomes);
  };

  return {
    readAll: () => call(readAll),

    publish: (documents, { since, lane }) =>
      call(async (readAgain) => {
        // Their former versions must not be published any more, even if this read fails and is repeated later.
        markRead(documents);
        // A release of the hinted documents alone would be incomplete.
        if (site().head?.release == null) return { outcome: await readAll(readAgain), rendered: 0 };
        // A step on an outdated site would fail. There are rarely commits of other processes, so both reads run
        // concurrently.
        const [found, isBehind] = await Promise.all([readInParts(documents), !steps.isBuilding() && steps.catchUp()]);
        // The other process may have published newer versions than those just read.
        const { problems, ...answer } = isBehind ? await readInParts(documents) : found;
        const { changes, outcomes } = await publishChanges(answer, { since, lane, isFull: false, readAgain });
        const rendered = outcomes.reduce((sum, one) => sum + one.rendered, 0);
        if (changes.length > 0) return { outcome: joinOutcomes([{ release: null, problems }, ...outcomes]), rendered };
        const reported = documents.map((document) => problemsOf(document, site().problems));
        return { outcome: { release: null, problems: [...problems, ...reportOf(reported)] }, rendered };
      }),

    sweep: ({ isFull }) =>
      call(async (readAgain) => {
        const cursor = store.cursor();
        // After a loss, the cursor may be later than the stored documents.
        if (cursor === null || site().head?.release == null) return readAll(readAgain);
        const since = performance.now();
        const moment = new Date(Date.parse(cursor.at) - sweepOverlap).toISOString();
        const { written, deleted, at } = await reach(() => source.changedSince(moment));
        metrics.read(written.length + deleted.length);
        const held = site().content.documents;
        // A written demo is always read again, together with its embed code, which has no timestamp. If the two were
        // read at different times, code that was protected in between could be published.
        const mayDiffer = ({ path, time }: SourceChanges['written'][number]): boolean =>
          path.startsWith(`${collections.demos}/`) || isChangedVersion({ time }, held.get(path));
        const paths = hintedPaths([
          ...written.filter(mayDiffer).map(({ path }) => path),
          ...deleted.filter((path) => held.has(path)),
          ...cursor.again,
        ]);
        const answer = paths.length === 0 ? { documents: [], at, problems: [] } : await readInParts(paths);
        const { outcomes } = await publishInPieces(
          { documents: answer.documents, at },
          { since, lane: 'bulk', isFull, readAgain },
        );
        moveCursor(at, cursor.readAll);
        return joinOutcomes([{ release: null, problems: answer.problems }, ...outcomes]);
      }),
  };
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

// A document that is read only to check whether the source answers.
const anyDocument = `${collections.settings}/general`;

const timeOf = ({ before, after }: DocumentChange): string => after?.time ?? before?.time ?? '';

/** The combined result of several steps: the newest release and every problem. */
export const joinOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  release: outcomes.findLast(({ release }) => release !== null)?.release ?? null,
  problems: outcomes.flatMap(({ problems }) => problems),
});

/** Publish options: `since` is the arrival of the first hint, by `performance.now()`. */
type PublishOptions = Pick<Step, 'since' | 'isFull'> & Required<Pick<Step, 'readAgain'>> & PublishCall;

interface Published {
  changes: readonly DocumentChange[];
  outcomes: readonly StepOutcome[];
}

type Units = Pick<LaunchReader, 'unitOf'>;

/** Documents that are written together and must be published together: a launch, or a demo and its embed code. */
type Unit = SourceDocument[];

const unitsOf = (documents: readonly SourceDocument[], units: Units): Unit[] => [
  ...Map.groupBy(documents, ({ path }) => units.unitOf(path)).values(),
];

const isLeaving = (change: DocumentChange | undefined): boolean => change !== undefined && isWithdrawal(change);

interface LoadPorts {
  content: () => ContentState;
  /** Documents that are reported even if they are unchanged. */
  unconditional: readonly string[];
  /** Stores read documents before the first release; returns whether they were stored. */
  store: (content: ContentState, changes: readonly DocumentChange[]) => Promise<boolean>;
}

/** Collects the documents of a full scan. */
interface InitialLoadBuffer {
  /** Adds documents. Calls must not overlap. */
  take(documents: readonly SourceDocument[]): Promise<void>;
  /** Number of documents found so far. */
  count(): number;
  /** The changes to publish after the scan: new documents, and stored ones that were not found. */
  end(at: string): Promise<SourceRead>;
}

// Maximum number of characters in memory. A site of twenty thousand pages fits without storing any of it.
const defaultBufferedChars = 100 * 2 ** 20;

// After the limit was exceeded once, a fraction of it is buffered: stored documents are read back from the store
// anyway.
const storedParts = 8;

/**
 * Buffers the changed documents of a full scan. In a site's first scan, it stores them when they exceed `limit`
 * characters.
 */
export function openInitialLoadBuffer(
  { content, unconditional: again, store }: LoadPorts,
  limit: number = defaultBufferedChars,
): InitialLoadBuffer {
  const found = new Set<string>();
  const alwaysReported = new Set(again);
  let waiting: SourceDocument[] = [];
  let size = 0;
  let isLarge = false;

  const storeWaiting = async (): Promise<void> => {
    const { state, changes } = applyRead(content(), { documents: waiting, at: '' });
    if (await store(state, changes)) {
      waiting = [];
      isLarge = true;
    }
    size = 0;
  };
  return {
    take: async (documents) => {
      const known = content().documents;
      for (const document of documents) {
        found.add(document.path);
        if (!isChangedVersion(document, known.get(document.path)) && !alwaysReported.has(document.path)) continue;
        waiting.push(document);
        size += sizeOf(document);
      }
      if (size > (isLarge ? limit / storedParts : limit)) await storeWaiting();
    },
    count: () => found.size,
    end: async (at) => {
      if (isLarge) await storeWaiting();
      return { documents: [...waiting, ...missingDocuments(content(), found, at)], at };
    },
  };
}

/** Number of characters in the document's string fields. */
function sizeOf({ data }: SourceDocument): number {
  let size = 0;
  for (const value of Object.values(data ?? {})) if (typeof value === 'string') size += value.length;
  return size;
}
