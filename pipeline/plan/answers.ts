import { queries, type QueryName, type Snapshot } from '@frontage/model/content';
import { deepFreeze, fieldsOf, hashOf } from './answer.ts';
import { detachString } from '../sync/detach-strings.ts';
import { changedCells, watchSnapshot, type Cell } from './cells.ts';
import { fieldsIn, type QueryKey } from './query-keys.ts';
import { Relation } from './relation.ts';

/** Query answers of one snapshot, each computed once. They are frozen, so that a template cannot change them for the next one. */
export interface Answers {
  value(key: QueryKey): unknown;
  /** Identifies the answer by its content. */
  hash(key: QueryKey): string;
  /** Moves to another snapshot and returns the differences. */
  moveTo(snapshot: Snapshot): Invalidation;
  /** Answers of a hypothetical snapshot made by `change`; this one stays unchanged, and unchanged answers are shared. */
  branch(change: (snapshot: Snapshot) => Snapshot): Branch;
}

export interface Branch {
  answers: Pick<Answers, 'value' | 'hash'>;
  invalidated: Invalidation;
}

export interface Invalidation {
  cells: ReadonlySet<Cell>;
  /** Answered queries that may have another answer now, with the hash they had where it was asked for. */
  queries: ReadonlyMap<QueryKey, string | null>;
}

interface Answer {
  /** Null when it is to be worked out again. */
  found: { value: unknown } | null;
  hash: string | null;
  cells: readonly Cell[];
}

/** The hash alone of an answer that came from one cell, the one that has it asked again: of a large site, most answers. */
type Known = Answer | string;

// A render asks for a document's answer and its hash one after the other, and threads ask for some ahead.
const documentsHeld = 256;

/** Answers queries of `first`, remembering which cells each answer came from. */
export function openAnswers(first: Snapshot): Answers {
  let snapshot = first;
  const answers = new Map<QueryKey, Known>();
  const askedOf = new Relation();
  let asking = new Set<Cell>();
  let watched = watchSnapshot(first, (cell) => asking.add(cell));
  // Of single documents, the oldest makes room: others do not ask for them, and their texts would fill the memory.
  const ofDocuments: { key: QueryKey; answer: Answer }[] = [];
  let held = 0;

  const leave = ({ key, answer }: { key: QueryKey; answer: Answer }): void => {
    answer.found = null;
    const { hash, cells } = answer;
    if (answers.get(key) === answer && hash !== null && cells.length === 1) answers.set(key, hash);
  };
  const hold = (key: QueryKey, answer: Answer): void => {
    const oldest = ofDocuments[held];
    if (oldest) leave(oldest);
    ofDocuments[held] = { key, answer };
    held = (held + 1) % documentsHeld;
  };

  const value = (key: QueryKey): unknown => {
    const known = answers.get(key);
    if (typeof known === 'object' && known.found) return known.found.value;
    asking = new Set();
    const found = ask(watched, key);
    const cells = Array.from(asking, detachString);
    deepFreeze(found);
    const answer = { found: { value: found }, hash: hashIn(known), cells };
    answers.set(key, answer);
    for (const cell of cells) askedOf.add(cell, key);
    if (key.includes(':')) hold(key, answer);
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
      for (const key of askedOf.of(cell)) stale.set(key, hashIn(answers.get(key)));
    }
    return { cells, queries: stale };
  };

  return {
    value,
    hash,
    branch: (change) => {
      const [from, next] = [snapshot, change(snapshot)];
      const own = openAnswers(next);
      const invalidated = invalidatedBy(next);
      // Answers never computed here may differ, and after these answers have moved on, so may all others.
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
        for (const key of [...askedOf.of(cell)]) {
          const answer = answers.get(key);
          const itsCells = typeof answer === 'object' ? answer.cells : [cell];
          for (const one of itsCells) askedOf.delete(one, key);
          answers.delete(key);
        }
      }
      snapshot = next;
      watched = watchSnapshot(next, (cell) => asking.add(cell));
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

/** Null where it has not been asked for. */
const hashIn = (known: Known | undefined): string | null => (typeof known === 'object' ? known.hash : (known ?? null));

const isQuery = (name: string): name is QueryName => Object.hasOwn(queries, name);
