import { hash as digest } from 'node:crypto';
import { queries, type QueryName, type Snapshot } from '@frontage/model/content';
import { changedCells, watchSnapshot, type Cell } from './cells.ts';
import { Relation } from './relation.ts';

/** A query and its argument, or some fields of its answer: `navigation`, `page:about`, `site{branding.logo_url,year}`. */
export type QueryKey = string;

/** The key of these fields of a query's answer. */
export const fieldsKey = (name: QueryName, fields: Iterable<string>): QueryKey =>
  `${name}{${[...fields].sort().join(',')}}`;

/** The key of a query asked with these arguments. */
export function queryKey(name: QueryName, args: readonly string[]): QueryKey {
  return args.length === 0 ? name : `${name}:${args[0] ?? ''}`;
}

/** How a reader is told of a query: `page("about")`. */
export function describeQuery(key: QueryKey): string {
  const [, of, fields] = ofFields.exec(key) ?? [];
  if (of !== undefined && fields !== undefined) return `${of}().{${fields}}`;
  const colon = key.indexOf(':');
  return colon < 0 ? `${key}()` : `${key.slice(0, colon)}(${JSON.stringify(key.slice(colon + 1))})`;
}

/** Answers of one snapshot, each worked out once. What a template gets is frozen: it cannot change what the next one sees. */
export interface Answers {
  value(key: QueryKey): unknown;
  /** Identifies the answer by its content. */
  hash(key: QueryKey): string;
  /** Moves on to another snapshot and says what of it is different. */
  moveTo(snapshot: Snapshot): Invalidation;
  /** Answers of a snapshot that `change` makes of this one, which stays: what does not differ is not worked out again. */
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
  found: { value: unknown; isFrozen: boolean } | null;
  hash: string | null;
  cells: readonly Cell[];
}

// A render asks for a document's answer and its hash one after the other, and threads ask for some ahead.
const documentsHeld = 256;

/** Answers queries of `first`, remembering which cells each answer came from. */
export function openAnswers(first: Snapshot): Answers {
  let snapshot = first;
  const answers = new Map<QueryKey, Answer>();
  const askedOf = new Relation();
  let asking = new Set<Cell>();
  let watched = watchSnapshot(first, (cell) => asking.add(cell));
  // Of single documents, the oldest makes room: others do not ask for them, and their texts would fill the memory.
  const ofDocuments: (Answer | undefined)[] = Array.from({ length: documentsHeld });
  let held = 0;

  const hold = (answer: Answer): void => {
    const oldest = ofDocuments[held];
    if (oldest) oldest.found = null;
    ofDocuments[held] = answer;
    held = (held + 1) % documentsHeld;
  };

  const find = (key: QueryKey): { answer: Answer; found: NonNullable<Answer['found']> } => {
    const known = answers.get(key);
    if (known?.found) return { answer: known, found: known.found };
    asking = new Set();
    const found = { value: ask(watched, key), isFrozen: false };
    const cells = [...asking];
    const answer = { found, hash: known?.hash ?? null, cells };
    answers.set(key, answer);
    for (const cell of cells) askedOf.add(cell, key);
    if (key.includes(':')) hold(answer);
    return { answer, found };
  };

  const value = (key: QueryKey): unknown => {
    const { found } = find(key);
    if (!found.isFrozen) deepFreeze(found.value);
    found.isFrozen = true;
    return found.value;
  };

  const hash = (key: QueryKey): string => {
    const known = answers.get(key)?.hash ?? null;
    if (known !== null) return known;
    const { answer, found } = find(key);
    return (answer.hash = hashOf(found.value));
  };

  const invalidatedBy = (next: Snapshot): Invalidation => {
    const stale = new Map<QueryKey, string | null>();
    const cells = changedCells(snapshot, next);
    for (const cell of cells) {
      for (const key of askedOf.of(cell)) stale.set(key, answers.get(key)?.hash ?? null);
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
      // What was never asked here may differ, and once these answers have moved on, so may all the rest.
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
      for (const key of stale.keys()) {
        const answer = answers.get(key);
        for (const cell of answer?.cells ?? []) askedOf.delete(cell, key);
        answers.delete(key);
      }
      snapshot = next;
      watched = watchSnapshot(next, (cell) => asking.add(cell));
      return { cells, queries: stale };
    },
  };
}

const ofFields = /^(\w+)\{(.*)\}$/;

/** Whether a key is of some fields of an answer. */
export const isOfFields = (key: QueryKey): boolean => ofFields.test(key);

/** The hash of some fields of an answer, from the answer itself; null where the key is of a whole one. */
export function hashOfFields(key: QueryKey, valueOf: (key: QueryKey) => unknown): string | null {
  const [, of, fields] = ofFields.exec(key) ?? [];
  return of === undefined || fields === undefined ? null : hashOf(fieldsOf(valueOf(of), fields));
}

const fieldsOf = (whole: unknown, fields: string): unknown[] =>
  fields.split(',').map((field) => field.split('.').reduce(fieldOf, whole));

function ask(snapshot: Snapshot, key: QueryKey): unknown {
  const [, of, fields] = ofFields.exec(key) ?? [];
  if (of !== undefined && fields !== undefined) return fieldsOf(ask(snapshot, of), fields);
  const colon = key.indexOf(':');
  const name = colon < 0 ? key : key.slice(0, colon);
  // Receipts outlive releases of the software: what no query answers any more is no answer, which differs from all.
  if (!isQuery(name)) return undefined;
  const query: (snapshot: Snapshot, argument: string) => unknown = queries[name];
  return query(snapshot, colon < 0 ? '' : key.slice(colon + 1));
}

const fieldOf = (value: unknown, field: string): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[field];

const isQuery = (name: string): name is QueryName => Object.hasOwn(queries, name);

/** 128 bits over the answer's JSON. */
const hashOf = (value: unknown): string =>
  digest('sha256', JSON.stringify(value) ?? 'no answer', 'base64url').slice(0, 22);

/** Freezes a value and all that it holds. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  // An array of thousands is gone through as it is: every file of a sitemap is one.
  for (const part of Array.isArray(value) ? value : Object.values(value)) deepFreeze(part);
}
