import { counted } from '@frontage/model/dates';
import type { Problem } from '@frontage/model/build-state';
import { collections, contentCollections } from '@frontage/model/paths';
import { OperatorError } from '@frontage/model/operator-error';
import type { Monitor } from '../status/monitor.ts';
import type { Writer } from '../release/writer.ts';
import type { Outcome, Step } from '../site/step.ts';
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
} from '../sync/content-state.ts';
import type { ContentSource, SourceChanges, SourceDocument, SourceRead } from '../sync/source.ts';
import { type LaunchReader, unitOfPath } from '../sync/launch-reader.ts';
import { isWithdrawal } from '../sync/withdraw.ts';
import type { Queue } from './queue.ts';
import type { StepRunner } from './steps.ts';
import { bisectFailures, type Quarantine } from './retries.ts';

/**
 * Reads changed content from the source and publishes it. Calls must not overlap, except that urgent documents are
 * published while another call reads or publishes; that call then leaves out its older versions of them.
 */
export interface ContentSync {
  /**
   * Reads these documents (paths from `hintedPaths`) and publishes them. Before the first release, it reads everything.
   * `since` is when the first hint arrived, by `performance.now()`.
   */
  publish(documents: readonly string[], since: number): Promise<Outcome>;
  /** Reads these documents and publishes only the withdrawals among them. */
  withdraw(documents: readonly string[], since: number): Promise<void>;
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
  /** Its urgent documents are published between the parts in which many hinted documents are read. */
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
      if (found.length > 0 && queue.isUrgent()) await queue.urgent();
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
   * Publishes read changes: in one full step, or withdrawals first and the rest afterwards. A failing document does not
   * block others.
   */
  const publishChanges = async (found: SourceRead, options: PublishOptions): Promise<Published> => {
    const { content } = site();
    const { readAgain } = options;
    const answer = { ...found, documents: found.documents.filter(({ path }) => !readAgain.has(path)) };
    const whole = applyRead(content, answer);
    const changed = new Map(whole.changes.map((change) => [change.path, change]));
    const units = unitsOf(
      answer.documents.filter(({ path }) => changed.has(path)),
      reader,
    );
    // Each step builds on the previous one.
    const apply = (some: readonly Unit[]) => {
      const documents = some.flat().filter(({ path }) => !readAgain.has(path));
      return applyRead(site().content, { documents, at: answer.at });
    };
    const leaves = (unit: Unit): boolean => !options.isFull && unit.some(({ path }) => isLeaving(changed.get(path)));
    const urgent = units.filter(leaves);
    const others = units.filter((unit) => !leaves(unit));
    const outcomes: Outcome[] = [];
    const failed = new Map<Unit, unknown>();
    for (const some of [urgent, others]) {
      if (some.length === 0 && !(options.isFull && some === others)) continue;
      try {
        // If these are all changed documents and the content is the same, reuse `whole`: composing a large site takes a
        // while.
        const isWhole = some.length === units.length && site().content === content;
        const { state, changes } = isWhole ? whole : apply(some);
        outcomes.push(await steps.run({ content: state, changes, ...options }));
      } catch (error) {
        const act = async (part: readonly Unit[]): Promise<void> => {
          const { state, changes } = apply(part);
          outcomes.push(await steps.run({ content: state, changes, ...options }));
        };
        const culprits = await bisectFailures(some, { error, act, probe: () => act([]) });
        for (const { item, error } of culprits) failed.set(item, error);
      }
      for (const unit of some) {
        for (const { path } of unit) {
          if (failed.has(unit)) outcomes.push({ release: null, problems: [putAside(path, failed.get(unit))] });
          else if (!readAgain.has(path)) quarantine.clear(path);
        }
      }
    }
    for (const { path } of answer.documents) if (!changed.has(path) && !readAgain.has(path)) quarantine.clear(path);
    const refused = new Set([...failed.keys()].flatMap((unit) => unit.map(({ path }) => reader.unitOf(path))));
    reader.settle(answer.documents.map(({ path }) => path).filter((path) => !refused.has(reader.unitOf(path))));
    return { changes: whole.changes, outcomes };
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
      { content: () => site().content, unconditional: quarantine.documents(), store: steps.storeInitialContent },
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
      const paths = found.flatMap(({ documents }) => documents);
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
    const { changes, outcomes } = await publishChanges(everything, { since, isFull: true, readAgain });
    const missed = before === null ? [] : changes.filter((change) => timeOf(change) < before.at);
    if (missed.length > 0) monitor.log({ event: 'missed', documents: missed.map(({ path }) => path) });
    moveCursor(at, started);
    return joined(outcomes);
  };

  return {
    readAll: () => call(readAll),

    publish: (documents, since) =>
      call(async (readAgain) => {
        // Their former versions must not be published any more, even if this read fails and is repeated later.
        markRead(documents);
        // A release of the hinted documents alone would be incomplete.
        if (site().head?.release == null) return readAll(readAgain);
        // A step on an outdated site would fail. There are rarely commits of other processes, so both reads run
        // concurrently.
        const [found, isBehind] = await Promise.all([readInParts(documents), !steps.isBuilding() && steps.catchUp()]);
        // The other process may have published newer versions than those just read.
        const { problems, ...answer } = isBehind ? await readInParts(documents) : found;
        const { changes, outcomes } = await publishChanges(answer, { since, isFull: false, readAgain });
        if (changes.length > 0) return joined([{ release: null, problems }, ...outcomes]);
        const reported = documents.map((document) => problemsOf(document, site().problems));
        return { release: null, problems: [...problems, ...reportOf(reported)] };
      }),

    withdraw: (documents, since) =>
      call(async (readAgain) => {
        const answer = await reader.read(documents);
        metrics.read(answer.documents.length);
        const leaving = removedDocuments(answer, applyRead(site().content, answer).changes, reader);
        if (leaving.documents.length > 0) await publishChanges(leaving, { since, isFull: false, readAgain });
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
        const answer = paths.length === 0 ? { documents: [], at, problems: [] } : await read(paths);
        const { outcomes } = await publishChanges({ documents: answer.documents, at }, { since, isFull, readAgain });
        moveCursor(at, cursor.readAll);
        return joined([{ release: null, problems: answer.problems }, ...outcomes]);
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
const joined = (outcomes: readonly Outcome[]): Outcome => ({
  release: outcomes.findLast(({ release }) => release !== null)?.release ?? null,
  problems: outcomes.flatMap(({ problems }) => problems),
});

/** Publish options: `since` is the arrival of the first hint, by `performance.now()`. */
type PublishOptions = Pick<Step, 'since' | 'isFull'> & Required<Pick<Step, 'readAgain'>>;

interface Published {
  changes: readonly DocumentChange[];
  outcomes: readonly Outcome[];
}

type Units = Pick<LaunchReader, 'unitOf'>;

/** The withdrawn documents of a read, each with the documents that belong to it. */
function removedDocuments({ documents, at }: SourceRead, changes: readonly DocumentChange[], units: Units): SourceRead {
  const leaving = new Set(changes.filter(isLeaving).map(({ path }) => units.unitOf(path)));
  return { documents: documents.filter(({ path }) => leaving.has(units.unitOf(path))), at };
}

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
