import type { Problem } from '@frontage/model/build-state';
import { collections, contentCollections } from '@frontage/model/paths';
import { openArrival } from './arrival.ts';
import { bisectFailures } from './bisect-failures.ts';
import type { Outcome, Step } from '../release/step.ts';
import { problemsOf, reportOf } from '../release/problems.ts';
import { OperatorError } from '@frontage/model/operator-error';
import type { Site } from '../release/site.ts';
import type { ReleaseStore } from '../release/store.ts';
import type { SetAside } from './set-aside.ts';
import { applyRead, isNews, type ContentState, type DocumentChange } from '../sync/content-state.ts';
import { hintedPaths } from '../sync/hinted-paths.ts';
import type { ContentSource, SourceChanges, SourceDocument, SourceRead } from '../sync/source.ts';
import { isWithdrawal } from '../sync/withdrawal.ts';

/** Takes the site where its content has gone. Nothing here may overlap. */
export interface Follower {
  /** Reads these documents, as `hintedPaths` names them, and publishes what they have become. */
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
  /** Hears of a document that is set aside. */
  onSetAside: (problem: Problem) => void;
  /** Hears of changes that neither a hint nor a sweep had told of. */
  onMissed: (documents: string[]) => void;
}

// What was stored leaves the memory while the rest is.
const takenAtOnce = 5_000;
// A write becomes visible a while after the moment it bears.
const overlap = 120_000;

export function followContent(options: FollowerOptions): Follower {
  const { source, site, take, arrive, expect, aside, store, now, onReach, onSetAside, onMissed } = options;

  const reach = async <Answer>(reading: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await reading();
      onReach(null);
      return answer;
    } catch (error) {
      onReach(error);
      throw error;
    }
  };
  const setAside = (document: string, error: unknown): Problem => {
    const problem = aside.put(document, error);
    onSetAside(problem);
    return problem;
  };

  /** Reads documents; one that cannot be read does not keep the others from it. */
  const read = async (paths: readonly string[]): Promise<SourceRead & { problems: Problem[] }> => {
    const documents: SourceDocument[] = [];
    let at = '';
    const culprits = await bisectFailures(paths, {
      act: async (some) => {
        const answer = await source.read(some);
        documents.push(...answer.documents);
        at = answer.at;
      },
      probe: () => reach(() => source.read([anyDocument])),
    });
    onReach(null);
    return { documents, at, problems: culprits.map(({ item, error }) => setAside(item, error)) };
  };

  /**
   * Publishes what was read, in a full step at once, else what leaves the site before all else. What fails alone does not
   * keep the others from it.
   */
  const publishRead = async (answer: SourceRead, { since, isFull }: { since: number; isFull: boolean }) => {
    const { content } = site();
    const whole = applyRead(content, answer);
    const { changes } = whole;
    const changed = new Map(changes.map((change) => [change.path, change]));
    const units = unitsOf(answer.documents.filter(({ path }) => changed.has(path)));
    const leaves = (unit: Unit): boolean => !isFull && unit.some(({ path }) => isLeaving(changed.get(path)));
    const urgent = units.filter(leaves);
    const others = units.filter((unit) => !leaves(unit));
    const outcomes: Outcome[] = [];
    const step = async (some: readonly Unit[]): Promise<void> => {
      // Most often it is all that was read, on what there was then: composing a large site takes a while.
      const isWhole = some.length === units.length && site().content === content;
      const next = isWhole ? whole : applyRead(site().content, { documents: some.flat(), at: answer.at });
      outcomes.push(await take({ content: next.state, changes: next.changes, since, isFull }));
    };
    const publishUnits = async (some: readonly Unit[]): Promise<void> => {
      const culprits = await bisectFailures(some, {
        act: step,
        probe: () => step([]),
      });
      const failed = new Map(culprits.map(({ item, error }) => [item, error]));
      for (const unit of some) {
        for (const { path } of unit) {
          if (!failed.has(unit)) aside.clear(path);
          else outcomes.push({ release: null, problems: [setAside(path, failed.get(unit))] });
        }
      }
    };
    if (urgent.length > 0) await publishUnits(urgent);
    if (others.length > 0 || isFull) await publishUnits(others);
    for (const { path } of answer.documents) if (!changed.has(path)) aside.clear(path);
    return { changes, outcomes };
  };

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
    const { changes, outcomes } = await publishRead(everything, { since, isFull: true });
    const missed = before === null ? [] : changes.filter((change) => timeOf(change) < before.at);
    if (missed.length > 0) onMissed(missed.map(({ path }) => path));
    moveCursor(at, started);
    return joined(outcomes);
  };

  return {
    readAll,

    publish: async (documents, since) => {
      const { problems, ...answer } = await read(documents);
      const { changes, outcomes } = await publishRead(answer, { since, isFull: false });
      if (changes.length > 0) return joined([{ release: null, problems }, ...outcomes]);
      const told = documents.map((document) => problemsOf(document, site().problems));
      return { release: null, problems: [...problems, ...reportOf(told)] };
    },

    withdraw: async (documents, since) => {
      const answer = await source.read(documents);
      const { changes } = applyRead(site().content, answer);
      const leaving = new Set(changes.filter(isLeaving).map(({ path }) => unitOf(path)));
      if (leaving.size === 0) return;
      const only = answer.documents.filter(({ path }) => leaving.has(unitOf(path)));
      await publishRead({ documents: only, at: answer.at }, { since, isFull: false });
    },

    sweep: async ({ isFull }) => {
      const cursor = store.cursor();
      if (cursor === null) return readAll();
      const since = performance.now();
      const moment = new Date(Date.parse(cursor.at) - overlap).toISOString();
      const { written, deleted, at } = await reach(() => source.changedSince(moment));
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
      const { outcomes } = await publishRead({ documents: answer.documents, at }, { since, isFull });
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

/** Documents that are written at once and must be published at once: a demo and its embed code. */
type Unit = SourceDocument[];

const unitOf = (path: string): string => path.replace(`${collections.demoEmbeds}/`, `${collections.demos}/`);

const unitsOf = (documents: readonly SourceDocument[]): Unit[] =>
  Object.values(Object.groupBy(documents, ({ path }) => unitOf(path))).map((unit) => unit ?? []);

const isLeaving = (change: DocumentChange | undefined): boolean => change !== undefined && isWithdrawal(change);

const timeOf = ({ before, after }: DocumentChange): string => after?.time ?? before?.time ?? '';

/** What several steps came to: the newest release and every problem. */
const joined = (outcomes: readonly Outcome[]): Outcome => ({
  release: outcomes.findLast(({ release }) => release !== null)?.release ?? null,
  problems: outcomes.flatMap(({ problems }) => problems),
});
