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
import { applyRead, isOtherVersion, type ContentState, type DocumentChange } from '../sync/content-state.ts';
import { hintedPaths } from '../sync/hinted-paths.ts';
import type { ContentSource, SourceChanges, SourceDocument, SourceRead } from '../sync/source.ts';

/** Takes the site where its content has gone. Nothing here may overlap. */
export interface Follower {
  /** Reads these documents (paths from `hintedPaths`) and publishes them; everything before the first release. */
  publish(documents: readonly string[], since: number): Promise<Outcome>;
  /** Publishes those of these documents that leave the site, and no others. */
  withdraw(documents: readonly string[], since: number): Promise<void>;
  /** Sweeps: reads changes since the cursor and publishes them; everything without a cursor. */
  sweep(step: { isFull: boolean }): Promise<Outcome>;
  /** Runs a full scan and publishes it. */
  readAll(): Promise<Outcome>;
}

interface FollowerOptions {
  source: ContentSource;
  site: () => Site;
  take: (step: Step) => Promise<Outcome>;
  /** Applies commits of other processes, unless a step runs; returns whether there were any. */
  catchUp: () => Promise<boolean>;
  /** Stores read documents before the first release is rendered; returns whether it did. */
  arrive: (content: ContentState, changes: readonly DocumentChange[]) => Promise<boolean>;
  /** The maximum number of buffered characters if they can be stored; see `openArrival`. */
  roomForNews?: number;
  /** Called between the parts in which many hinted documents are read. */
  betweenReads: () => Promise<void>;
  /** Called periodically with the number of documents read by a full scan. */
  expect: (documents: number) => void;
  quarantined: Quarantine;
  store: Pick<ReleaseStore, 'cursor' | 'setCursor'>;
  now: () => Date;
  /** Called with the source's failure, or null when it answers. */
  onReach: (error: unknown) => void;
  /** Called with the number of returned documents; null if it did not answer. */
  onRead: (documents: number | null) => void;
  /** Called for a quarantined document. */
  onQuarantine: (problem: Problem) => void;
  /** Called for changes missed by hints and sweeps. */
  onMissed: (documents: string[]) => void;
}

/** The readable documents and the failed ones. */
type Found = SourceRead & { problems: Problem[] };

// Stored documents are released while the rest arrives.
const takenAtOnce = 5_000;
// Documents of one read, which takes a few hundredths of a second.
const readAtOnce = 500;
// A write becomes visible a while after the moment it bears.
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

  /** Reads documents; one that cannot be read does not keep the others from it. */
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

  /** Reads many documents in parts, so that edits are published between them. A document and its companion are read at once. */
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
    const arrival = openInitialLoadBuffer(
      { content: () => site().content, unconditional: quarantined.documents(), store: arrive },
      options.roomForNews,
    );
    const takeSome = async (documents: readonly SourceDocument[]): Promise<void> => {
      onRead(documents.length);
      await arrival.take(documents);
      // Render threads prepare while the rest is read.
      expect(arrival.count());
    };
    const { left, at: readAt } = await reach(async () => {
      const { documents, at } = await source.readAll(contentCollections, takeSome);
      return { left: [...documents], at };
    });
    while (left.length > 0) await takeSome(left.splice(0, takenAtOnce));
    refuseLoss(arrival.count(), site());
    const everything = await arrival.end(readAt);
    // The collections were read one after another: documents added meanwhile may be missing.
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
      // A step on an outdated site would be taken in vain. Most often there is nothing, so both are asked at once.
      const [found, isBehind] = await Promise.all([readInParts(documents), catchUp()]);
      // The documents read may be older than those the other process has published.
      const { problems, ...answer } = isBehind ? await readInParts(documents) : found;
      const { changes, outcomes } = await publishChanges(ports, answer, { since, isFull: false });
      if (changes.length > 0) return joined([{ release: null, problems }, ...outcomes]);
      const told = documents.map((document) => problemsOf(document, site().problems));
      return { release: null, problems: [...problems, ...reportOf(told)] };
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
      // A demo is read with its embed code, which has no timestamp: read at two moments, code protected in between
      // could be shown.
      const isOpen = ({ path, time }: SourceChanges['written'][number]): boolean =>
        path.startsWith(`${collections.demos}/`) || isOtherVersion({ time }, held.get(path));
      const others = hintedPaths([
        ...written.filter(isOpen).map(({ path }) => path),
        ...deleted.filter((path) => held.has(path)),
        ...cursor.again,
      ]);
      const answer = others.length === 0 ? { documents: [], at, problems: [] } : await read(others);
      const { outcomes } = await publishChanges(ports, { documents: answer.documents, at }, { since, isFull });
      moveCursor(at, cursor.readAll);
      return joined([{ release: null, problems: answer.problems }, ...outcomes]);
    },
  };
}

/** Content that goes, goes document by document: where all of it is gone at once, the source is another or has lost it. */
function refuseLoss(found: number, { head, content }: Pick<Site, 'head' | 'content'>): void {
  if (found > 0 || content.documents.size === 0 || head?.release == null) return;
  throw new OperatorError(
    `Firestore is empty, and release ${head.release} was made of ${counted(content.documents.size, 'document')}: it stays live`,
    'Check the project, and restore the content. To publish an empty site, create one document, such as a setting',
  );
}

// Reading it tells whether the source answers at all.
const anyDocument = `${collections.settings}/general`;

const timeOf = ({ before, after }: DocumentChange): string => after?.time ?? before?.time ?? '';

/** The combined result of several steps: the newest release and every problem. */
const joined = (outcomes: readonly Outcome[]): Outcome => ({
  release: outcomes.findLast(({ release }) => release !== null)?.release ?? null,
  problems: outcomes.flatMap(({ problems }) => problems),
});
