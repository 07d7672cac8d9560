import type { Problem } from '@frontage/model/build-state';
import { collections, contentCollections } from '@frontage/model/paths';
import { openArrival } from './arrival.ts';
import { bisectFailures } from './bisect-failures.ts';
import { leavingOf, publishRead } from './publish-read.ts';
import type { Outcome, Step } from '../release/step.ts';
import { problemsOf, reportOf } from '../release/problems.ts';
import { OperatorError } from '@frontage/model/operator-error';
import type { Site } from '../release/site.ts';
import type { ReleaseStore } from '../release/store.ts';
import type { SetAside } from './set-aside.ts';
import { applyRead, isNews, type ContentState, type DocumentChange } from '../sync/content-state.ts';
import { hintedPaths } from '../sync/hinted-paths.ts';
import type { ContentSource, SourceChanges, SourceDocument, SourceRead } from '../sync/source.ts';

/** Takes the site where its content has gone. Nothing here may overlap. */
export interface Follower {
  /** Reads these documents, as `hintedPaths` names them, and publishes what they have become; everything before the first release. */
  publish(documents: readonly string[], since: number): Promise<Outcome>;
  /** Publishes those of these documents that leave the site, and no others. */
  withdraw(documents: readonly string[], since: number): Promise<void>;
  /** Reads what happened since the last time, hints or not, and publishes it; everything where there was no last time. */
  sweep(step: { isFull: boolean }): Promise<Outcome>;
  /** Reads everything and publishes what it has become. */
  readAll(): Promise<Outcome>;
}

interface FollowerOptions {
  source: ContentSource;
  site: () => Site;
  take: (step: Step) => Promise<Outcome>;
  /** Stores what was read where there is no release yet, before it is rendered; whether it did. */
  arrive: (content: ContentState, changes: readonly DocumentChange[]) => Promise<boolean>;
  /** How many characters of what was read wait in memory at most where they can be stored; see `openArrival`. */
  roomForNews?: number;
  /** Hears again and again how many documents have been read for a step of everything. */
  expect: (documents: number) => void;
  aside: SetAside;
  store: Pick<ReleaseStore, 'cursor' | 'setCursor'>;
  now: () => Date;
  /** Hears whether the source answers: null when it does. */
  onReach: (error: unknown) => void;
  /** Hears with how many documents it has answered; null where it did not. */
  onRead: (documents: number | null) => void;
  /** Hears of a document that is set aside. */
  onSetAside: (problem: Problem) => void;
  /** Hears of changes that neither a hint nor a sweep had told of. */
  onMissed: (documents: string[]) => void;
}

/** What could be read, and what could not. */
type Found = SourceRead & { problems: Problem[] };

// What was stored leaves the memory while the rest is.
const takenAtOnce = 5_000;
// A write becomes visible a while after the moment it bears.
const overlap = 120_000;

export function followContent(options: FollowerOptions): Follower {
  const { source, site, take, arrive, expect, aside, store, now, onReach, onRead, onSetAside, onMissed } = options;

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
  const setAside = (document: string, error: unknown): Problem => {
    const problem = aside.put(document, error);
    onSetAside(problem);
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
    return { documents, at, problems: culprits.map(({ item, error }) => setAside(item, error)) };
  };

  const ports = { site, take, setAside, clearAside: aside.clear };

  const moveCursor = (at: string, readAll: string): void =>
    store.setCursor({ at, readAll, again: aside.documents(), collections: contentCollections });

  const readAll = async (): Promise<Outcome> => {
    const since = performance.now();
    const started = now().toISOString();
    const before = store.cursor();
    const arrival = openArrival(
      { content: () => site().content, again: aside.documents(), store: arrive },
      options.roomForNews,
    );
    const takeSome = async (documents: readonly SourceDocument[]): Promise<void> => {
      onRead(documents.length);
      await arrival.take(documents);
      // While the rest is read, whoever renders gets ready.
      expect(arrival.count());
    };
    const { left, at: readAt } = await reach(async () => {
      const { documents, at } = await source.readAll(contentCollections, takeSome);
      return { left: [...documents], at };
    });
    while (left.length > 0) await takeSome(left.splice(0, takenAtOnce));
    refuseLoss(arrival.count(), site());
    const everything = await arrival.end(readAt);
    // The collections were read one after another: what came meanwhile may be missing from the first.
    const at = new Date(Date.parse(everything.at) - (performance.now() - since)).toISOString();
    const { changes, outcomes } = await publishRead(ports, everything, { since, isFull: true });
    const missed = before === null ? [] : changes.filter((change) => timeOf(change) < before.at);
    if (missed.length > 0) onMissed(missed.map(({ path }) => path));
    moveCursor(at, started);
    return joined(outcomes);
  };

  return {
    readAll,

    publish: async (documents, since) => {
      // A site of what hints have named alone would be a part of one.
      if (site().head?.release == null) return readAll();
      const { problems, ...answer } = await read(documents);
      const { changes, outcomes } = await publishRead(ports, answer, { since, isFull: false });
      if (changes.length > 0) return joined([{ release: null, problems }, ...outcomes]);
      const told = documents.map((document) => problemsOf(document, site().problems));
      return { release: null, problems: [...problems, ...reportOf(told)] };
    },

    withdraw: async (documents, since) => {
      const answer = await source.read(documents);
      onRead(answer.documents.length);
      const leaving = leavingOf(answer, applyRead(site().content, answer).changes);
      if (leaving.documents.length > 0) await publishRead(ports, leaving, { since, isFull: false });
    },

    sweep: async ({ isFull }) => {
      const cursor = store.cursor();
      if (cursor === null) return readAll();
      const since = performance.now();
      const moment = new Date(Date.parse(cursor.at) - overlap).toISOString();
      const { written, deleted, at } = await reach(() => source.changedSince(moment));
      onRead(written.length + deleted.length);
      const held = site().content.documents;
      // A demo is read with its embed code, which does not say when it was written: of two moments, what was protected in between
      // could be shown.
      const isOpen = ({ path, time }: SourceChanges['written'][number]): boolean =>
        path.startsWith(`${collections.demos}/`) || isNews({ time }, held.get(path));
      const others = hintedPaths([
        ...written.filter(isOpen).map(({ path }) => path),
        ...deleted.filter((path) => held.has(path)),
        ...cursor.again,
      ]);
      const answer = others.length === 0 ? { documents: [], at, problems: [] } : await read(others);
      const { outcomes } = await publishRead(ports, { documents: answer.documents, at }, { since, isFull });
      moveCursor(at, cursor.readAll);
      return joined([{ release: null, problems: answer.problems }, ...outcomes]);
    },
  };
}

/** Content that goes, goes document by document: where all of it is gone at once, the source is another or has lost it. */
function refuseLoss(found: number, { head, content }: Pick<Site, 'head' | 'content'>): void {
  if (found > 0 || content.documents.size === 0 || head?.release == null) return;
  throw new OperatorError(
    `Firestore is empty, and release ${head.release} was made of ${String(content.documents.size)} documents: it stays live`,
    'Look whether it is the right project, and put the content back. A site that is to be empty needs one document, as a setting',
  );
}

// Reading it tells whether the source answers at all.
const anyDocument = `${collections.settings}/general`;

const timeOf = ({ before, after }: DocumentChange): string => after?.time ?? before?.time ?? '';

/** What several steps came to: the newest release and every problem. */
const joined = (outcomes: readonly Outcome[]): Outcome => ({
  release: outcomes.findLast(({ release }) => release !== null)?.release ?? null,
  problems: outcomes.flatMap(({ problems }) => problems),
});
