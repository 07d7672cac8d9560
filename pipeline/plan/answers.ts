import { queries, type QueryName, type Snapshot } from '@frontage/model/content';
import { deepFreeze, fieldsIn, fieldsOf, hashOf, type QueryKey } from './queries.ts';
import { detachString } from '../sync/detach-strings.ts';
import { changedCells, watchSnapshot, type Cell } from './cells.ts';
import { Relation } from './readers.ts';

/** Query answers of one snapshot, each computed once. They are frozen: a template cannot change them for other pages. */
export interface Answers {
  value(key: QueryKey): unknown;
  /** The hash of the answer (`hashOf`). */
  hash(key: QueryKey): string;
  /** Moves to another snapshot and returns the differences. */
  moveTo(snapshot: Snapshot): Invalidation;
  /** Answers of a hypothetical snapshot made by `change`. This snapshot stays unchanged; equal answers are shared. */
  branch(change: (snapshot: Snapshot) => Snapshot): Branch;
}

interface Branch {
  answers: Pick<Answers, 'value' | 'hash'>;
  invalidated: Invalidation;
}

export interface Invalidation {
  cells: ReadonlySet<Cell>;
  /** Answered queries whose answer may have changed, each with its previous hash; null if that was not computed. */
  queries: ReadonlyMap<QueryKey, string | null>;
}

interface Answer {
  /** Null if the value was evicted and must be computed again. */
  found: { value: unknown } | null;
  hash: string | null;
  cells: readonly Cell[];
}

/**
 * An answer, or only its hash after its value was evicted. The hash suffices for an answer that depends on a single
 * cell, because `queriesByCell` still stores that cell. On a large site, most answers are of this kind.
 */
type CachedAnswer = Answer | string;

// Covers the answers in use at one time: a render reads a document's answer and then its hash, and render threads
// request some answers ahead.
const cachedDocuments = 256;

/** Creates answers on the snapshot `first` and records the cells that each answer depends on. */
export function createAnswers(first: Snapshot): Answers {
  let snapshot = first;
  const answers = new Map<QueryKey, CachedAnswer>();
  const queriesByCell = new Relation();
  let readCells = new Set<Cell>();
  let watched = watchSnapshot(first, (cell) => readCells.add(cell));
  // A ring buffer of answers about single documents. The oldest is evicted: other pages rarely read it, and the texts
  // of all documents would fill the memory.
  const documentAnswers: { key: QueryKey; answer: Answer }[] = [];
  let nextSlot = 0;

  const evict = ({ key, answer }: { key: QueryKey; answer: Answer }): void => {
    answer.found = null;
    const { hash, cells } = answer;
    if (answers.get(key) === answer && hash !== null && cells.length === 1) answers.set(key, hash);
  };
  const cache = (key: QueryKey, answer: Answer): void => {
    const oldest = documentAnswers[nextSlot];
    if (oldest) evict(oldest);
    documentAnswers[nextSlot] = { key, answer };
    nextSlot = (nextSlot + 1) % cachedDocuments;
  };

  const value = (key: QueryKey): unknown => {
    const known = answers.get(key);
    if (typeof known === 'object' && known.found) return known.found.value;
    readCells = new Set();
    const found = ask(watched, key);
    const cells = Array.from(readCells, detachString);
    deepFreeze(found);
    const answer = { found: { value: found }, hash: hashIn(known), cells };
    answers.set(key, answer);
    for (const cell of cells) queriesByCell.add(cell, key);
    if (key.includes(':')) cache(key, answer);
    return found;
  };

  const hash = (key: QueryKey): string => {
    const known = hashIn(answers.get(key));
    if (known !== null) return known;
    const hash = hashOf(value(key));
    const answer = answers.get(key);
    if (typeof answer === 'object') answer.hash = hash;
    return hash;
  };

  const invalidatedBy = (next: Snapshot): Invalidation => {
    const stale = new Map<QueryKey, string | null>();
    const cells = changedCells(snapshot, next);
    for (const cell of cells) {
      for (const key of queriesByCell.of(cell)) stale.set(key, hashIn(answers.get(key)));
    }
    return { cells, queries: stale };
  };

  return {
    value,
    hash,
    branch: (change) => {
      const [from, next] = [snapshot, change(snapshot)];
      const own = createAnswers(next);
      const invalidated = invalidatedBy(next);
      // Only answers computed here and still valid are shared, and only until `moveTo` replaces the snapshot.
      const isShared = (key: QueryKey): boolean =>
        snapshot === from && answers.has(key) && !invalidated.queries.has(key);
      return {
        answers: {
          value: (key) => (isShared(key) ? value(key) : own.value(key)),
          hash: (key) => (isShared(key) ? hash(key) : own.hash(key)),
        },
        invalidated,
      };
    },
    moveTo: (next) => {
      const { cells, queries: stale } = invalidatedBy(next);
      for (const cell of cells) {
        for (const key of [...queriesByCell.of(cell)]) {
          const answer = answers.get(key);
          const itsCells = typeof answer === 'object' ? answer.cells : [cell];
          for (const one of itsCells) queriesByCell.delete(one, key);
          answers.delete(key);
        }
      }
      snapshot = next;
      watched = watchSnapshot(next, (cell) => readCells.add(cell));
      return { cells, queries: stale };
    },
  };
}

function ask(snapshot: Snapshot, key: QueryKey): unknown {
  const some = fieldsIn(key);
  if (some !== null) return fieldsOf(ask(snapshot, some.of), some.fields);
  const colon = key.indexOf(':');
  const name = colon < 0 ? key : key.slice(0, colon);
  // A receipt may name a query that no longer exists; treat it as changed.
  if (!isQuery(name)) return undefined;
  const query: (snapshot: Snapshot, argument: string) => unknown = queries[name];
  return query(snapshot, colon < 0 ? '' : key.slice(colon + 1));
}

/** The hash of an answer if it was computed; null otherwise. */
const hashIn = (known: CachedAnswer | undefined): string | null =>
  typeof known === 'object' ? known.hash : (known ?? null);

const isQuery = (name: string): name is QueryName => Object.hasOwn(queries, name);
