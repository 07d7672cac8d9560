import { counted } from '@frontage/model/counted';
import type { Problem } from '@frontage/model/build-state';
import { collections, contentCollections } from '@frontage/model/paths';
import { openInitialLoadBuffer } from './initial-load-buffer.ts';
import { bisectFailures } from './bisect-failures.ts';
import { removedDocuments, publishChanges, unitOfPath } from './publish-changes.ts';
import type { Outcome, Step } from '../release/step.ts';
import { problemsOf, reportOf } from '../release/problems.ts';
import { OperatorError } from '@frontage/model/operator-error';
import type { Site } from '../release/site.ts';
import type { ReleaseStore } from '../release/store.ts';
import type { Quarantine } from './quarantine.ts';
import { applyRead, isChangedVersion, type ContentState, type DocumentChange } from '../sync/content-state.ts';
import { hintedPaths } from '../sync/hinted-paths.ts';
import type { ContentSource, SourceChanges, SourceDocument, SourceRead } from '../sync/source.ts';

/** Reads changed content from the source and publishes it. Calls must not overlap. */
export interface Follower {
  /**
   * Reads these documents (paths from `hintedPaths`) and publishes them. Before the first release, it reads everything.
   * `since` is when the first hint arrived, by `performance.now()`.
   */
  publish(documents: readonly string[], since: number): Promise<Outcome>;
  /** Reads these documents and publishes only the withdrawals among them. */
  withdraw(documents: readonly string[], since: number): Promise<void>;
  /**
   * Reads and publishes the changes since the cursor. Without a cursor, it runs a full scan. With `isFull`, every route
   * is compared, not only those affected by the changes.
   */
  sweep(step: { isFull: boolean }): Promise<Outcome>;
  /** Runs a full scan and publishes the changes it finds. */
  readAll(): Promise<Outcome>;
}

interface FollowerOptions {
  source: ContentSource;
  site: () => Site;
  /** Runs a step. */
  take: (step: Step) => Promise<Outcome>;
  /** Applies commits of other processes unless a step is running; returns whether there were any. */
  catchUp: () => Promise<boolean>;
  /** Stores read documents before the first release is rendered; returns whether they were stored. */
  arrive: (content: ContentState, changes: readonly DocumentChange[]) => Promise<boolean>;
  /** Maximum number of characters that `openInitialLoadBuffer` holds in memory. */
  maxBufferedChars?: number;
  /** Called between the parts in which many hinted documents are read. */
  betweenReads: () => Promise<void>;
  /** Called during a full scan with the number of documents read so far. */
  expect: (documents: number) => void;
  quarantined: Quarantine;
  store: Pick<ReleaseStore, 'cursor' | 'setCursor'>;
  now: () => Date;
  /** Called with the error of the source, or with null when it answers. */
  onReach: (error: unknown) => void;
  /** Called with the number of documents that the source returned; null if it did not answer. */
  onRead: (documents: number | null) => void;
  /** Called for a quarantined document. */
  onQuarantine: (problem: Problem) => void;
  /** Called with the documents of changes that hints and sweeps have missed. */
  onMissed: (documents: string[]) => void;
}

/** The documents that could be read, and the problems of the others. */
type Found = SourceRead & { problems: Problem[] };

// Documents are buffered in parts, so that the memory of stored ones is freed before the next part.
const takenAtOnce = 5_000;
// Number of documents per read, which takes a few hundredths of a second.
const readAtOnce = 500;
// Milliseconds by which sweeps overlap: a write becomes visible some time after its timestamp.
const overlap = 120_000;

export function followContent(options: FollowerOptions): Follower {
  const {
    source,
    site,
    take,
    catchUp,
    arrive,
    betweenReads,
    expect,
    quarantined,
    store,
    now,
    onReach,
    onRead,
    onQuarantine,
    onMissed,
  } = options;

  const reach = async <Answer>(reading: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await reading();
      onReach(null);
      return answer;
    } catch (error) {
      onReach(error);
      onRead(null);
      throw error;
    }
  };
  const quarantine = (document: string, error: unknown): Problem => {
    const problem = quarantined.put(document, error);
    onQuarantine(problem);
    return problem;
  };

  /** Reads documents. A document that cannot be read is quarantined and does not block the others. */
  const read = async (paths: readonly string[]): Promise<Found> => {
    try {
      const answer = await source.read(paths);
      onReach(null);
      onRead(answer.documents.length);
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
      if (found.length > 0) await betweenReads();
      found.push(await read(part));
      part = [];
    }
    const [first] = found;
    return {
      documents: found.flatMap(({ documents }) => documents),
      at: first?.at ?? '',
      problems: found.flatMap(({ problems }) => problems),
    };
  };

  const readInHalves = async (paths: readonly string[], error: unknown): Promise<Found> => {
    const documents: SourceDocument[] = [];
    let at = '';
    const culprits = await bisectFailures(paths, {
      error,
      act: async (some) => {
        const answer = await source.read(some);
        onRead(answer.documents.length);
        documents.push(...answer.documents);
        at = answer.at;
      },
      probe: () => reach(() => source.read([anyDocument])),
    });
    return { documents, at, problems: culprits.map(({ item, error }) => quarantine(item, error)) };
  };

  const ports = { site, take, quarantine, releaseDocument: quarantined.clear };

  const moveCursor = (at: string, readAll: string): void =>
    store.setCursor({ at, readAll, again: quarantined.documents(), collections: contentCollections });

  const readAll = async (): Promise<Outcome> => {
    const since = performance.now();
    const started = now().toISOString();
    const before = store.cursor();
    const buffer = openInitialLoadBuffer(
      { content: () => site().content, unconditional: quarantined.documents(), store: arrive },
      options.maxBufferedChars,
    );
    const takeSome = async (documents: readonly SourceDocument[]): Promise<void> => {
      onRead(documents.length);
      await buffer.take(documents);
      // Render threads prepare while the rest is read.
      expect(buffer.count());
    };
    const { unbuffered, at: readAt } = await reach(async () => {
      const { documents, at } = await source.readAll(contentCollections, takeSome);
      return { unbuffered: [...documents], at };
    });
    while (unbuffered.length > 0) await takeSome(unbuffered.splice(0, takenAtOnce));
    assertContentRemains(buffer.count(), site());
    const everything = await buffer.end(readAt);
    // The cursor is set to the start of the scan: collections are read one after another, so later documents may be
    // missing.
    const at = new Date(Date.parse(everything.at) - (performance.now() - since)).toISOString();
    const { changes, outcomes } = await publishChanges(ports, everything, { since, isFull: true });
    const missed = before === null ? [] : changes.filter((change) => timeOf(change) < before.at);
    if (missed.length > 0) onMissed(missed.map(({ path }) => path));
    moveCursor(at, started);
    return joined(outcomes);
  };

  return {
    readAll,

    publish: async (documents, since) => {
      // A release of the hinted documents alone would be incomplete.
      if (site().head?.release == null) return readAll();
      // A step on an outdated site would fail. There are rarely commits of other processes, so both reads run
      // concurrently.
      const [found, isBehind] = await Promise.all([readInParts(documents), catchUp()]);
      // The other process may have published newer versions than those just read.
      const { problems, ...answer } = isBehind ? await readInParts(documents) : found;
      const { changes, outcomes } = await publishChanges(ports, answer, { since, isFull: false });
      if (changes.length > 0) return joined([{ release: null, problems }, ...outcomes]);
      const reported = documents.map((document) => problemsOf(document, site().problems));
      return { release: null, problems: [...problems, ...reportOf(reported)] };
    },

    withdraw: async (documents, since) => {
      const answer = await source.read(documents);
      onRead(answer.documents.length);
      const leaving = removedDocuments(answer, applyRead(site().content, answer).changes);
      if (leaving.documents.length > 0) await publishChanges(ports, leaving, { since, isFull: false });
    },

    sweep: async ({ isFull }) => {
      const cursor = store.cursor();
      if (cursor === null) return readAll();
      const since = performance.now();
      const moment = new Date(Date.parse(cursor.at) - overlap).toISOString();
      const { written, deleted, at } = await reach(() => source.changedSince(moment));
      onRead(written.length + deleted.length);
      const held = site().content.documents;
      // A written demo is always read again, together with its embed code, which has no timestamp. If the two were read
      // at different times, code that was protected in between could be published.
      const mayDiffer = ({ path, time }: SourceChanges['written'][number]): boolean =>
        path.startsWith(`${collections.demos}/`) || isChangedVersion({ time }, held.get(path));
      const paths = hintedPaths([
        ...written.filter(mayDiffer).map(({ path }) => path),
        ...deleted.filter((path) => held.has(path)),
        ...cursor.again,
      ]);
      const answer = paths.length === 0 ? { documents: [], at, problems: [] } : await read(paths);
      const { outcomes } = await publishChanges(ports, { documents: answer.documents, at }, { since, isFull });
      moveCursor(at, cursor.readAll);
      return joined([{ release: null, problems: answer.problems }, ...outcomes]);
    },
  };
}

/**
 * Throws if the source is empty although a release has content: it is the wrong project, or it has lost its documents.
 */
function assertContentRemains(found: number, { head, content }: Pick<Site, 'head' | 'content'>): void {
  if (found > 0 || content.documents.size === 0 || head?.release == null) return;
  throw new OperatorError(
    `Firestore is empty, and release ${head.release} was made of ${counted(content.documents.size, 'document')}: it stays live`,
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
