import type { Ruleset } from '@frontage/rules-engine/ruleset';
import type { Log } from './log.ts';
import { openAccess } from './access.ts';
import type { Caller } from './caller.ts';
import type { Change, View } from './history.ts';
import { limits } from './limits.ts';
import { invalid, type Status, statusOf } from './status.ts';
import type { Database, Store } from './store.ts';
import { checkUncontended, type Transaction } from './transactions.ts';
import type { Document, Value } from './value.ts';
import { applyWrite, checkPrecondition, type Write } from './write.ts';
import { nameOf } from './resource-name.ts';

/** A write's precondition: `insert` requires a missing document, `update` an existing one, `upsert` neither. */
type WriteStep = 'insert' | 'update' | 'upsert' | 'delete' | 'verify';

/**
 * Refuses sequences of writes to one document that a commit may not contain, regardless of the stored state.
 * Source: the mutations of `CommitRequest` in the Datastore API reference, on which Firestore is based.
 */
function checkSequences(writes: readonly Write[]): void {
  const before = new Map<string, WriteStep>();
  for (const write of writes) {
    const step = stepOf(write);
    const previous = before.get(write.path);
    if (previous !== undefined && isForbidden(previous, step)) {
      invalid(`A commit cannot ${step} a document after ${past[previous]} it: ${nameOf(write.project, write.path)}`);
    }
    before.set(write.path, step);
  }
}

function stepOf({ kind, precondition }: Write): WriteStep {
  if (kind !== 'set') return kind;
  if (precondition === null) return 'upsert';
  return 'exists' in precondition && !precondition.exists ? 'insert' : 'update';
}

function isForbidden(previous: WriteStep, step: WriteStep): boolean {
  if (previous === 'verify' || step === 'verify') return true;
  return previous === 'delete' ? step === 'update' : step === 'insert';
}

const past: Record<WriteStep, string> = {
  insert: 'creating',
  update: 'updating',
  upsert: 'writing',
  delete: 'deleting',
  verify: 'verifying',
};

export interface CommitContext {
  store: Store;
  database: Database;
  caller: Caller;
  rules: Ruleset | null;
  log: Log;
}

export interface WriteResult {
  /** Null after a delete. */
  updateTime: number | null;
  transformResults: Value[];
}

export interface CommitResult {
  time: number;
  results: WriteResult[];
}

/** Commits all writes or none, in order and atomically; they are durable when it returns. */
export function commitWrites(
  context: CommitContext,
  writes: readonly Write[],
  transaction: Transaction | null,
): CommitResult {
  const { store, database } = context;
  if (writes.some(({ project }) => project !== database.project)) {
    invalid('The writes of a commit must all be to its own database.');
  }
  checkSequences(writes);
  checkTransforms(writes);
  if (transaction !== null) checkUncontended(transaction);
  const time = store.tick();
  const { steps, originals, after } = applyAll(database, writes, time);
  const access = openAccess({
    ...context,
    view: database,
    viewAfter: { ...database, get: (path) => (after.has(path) ? (after.get(path) ?? null) : database.get(path)) },
    time: time - (time % 1000),
    documents: writes.length,
  });
  for (const { write, before, result } of steps) {
    if (write.kind === 'verify') access.get(write.path, before);
    else access.write(write.path, before, result.after);
  }
  for (const { write, before } of steps) checkPrecondition(write, before);
  const changes: Change[] = [];
  for (const [path, document] of after) {
    const before = originals.get(path) ?? null;
    if (before !== document) changes.push({ path, before, after: document });
  }
  database.commit({ time, changes });
  return {
    time,
    results: steps.map(({ write, result }) => ({
      updateTime: write.kind === 'delete' ? null : (result.after?.updateTime ?? null),
      transformResults: result.transformResults,
    })),
  };
}

function checkTransforms(writes: readonly Write[]): void {
  const counts = new Map<string, number>();
  for (const { path, transforms } of writes) {
    const count = (counts.get(path) ?? 0) + transforms.length;
    if (count > limits.transforms)
      invalid(`A document takes at most ${limits.transforms} field transforms per commit.`);
    counts.set(path, count);
  }
}

interface Step {
  write: Write;
  before: Document | null;
  result: ReturnType<typeof applyWrite>;
}

interface Applied {
  steps: Step[];
  /** The written documents, before and after the commit. */
  originals: Map<string, Document | null>;
  after: Map<string, Document | null>;
}

function applyAll(view: View, writes: readonly Write[], time: number): Applied {
  const originals = new Map<string, Document | null>();
  const after = new Map<string, Document | null>();
  const steps = writes.map((write) => {
    const { path } = write;
    if (!originals.has(path)) originals.set(path, view.get(path));
    const before = (after.has(path) ? after : originals).get(path) ?? null;
    const result = applyWrite(write, before, time);
    if (write.kind !== 'verify') after.set(path, result.after);
    return { write, before, result };
  });
  return { steps, originals, after };
}

export interface BatchOutcome {
  result: WriteResult;
  status: Status | null;
}

/** Commits each write separately: some may fail while others are stored. */
export function batchWrites(context: CommitContext, writes: readonly Write[]): BatchOutcome[] {
  const paths = new Set(writes.map(({ path }) => path));
  if (paths.size < writes.length) invalid('Cannot write to the same document more than once in a batchWrite request.');
  return writes.map((write) => {
    const none: WriteResult = { updateTime: null, transformResults: [] };
    try {
      const { results } = commitWrites(context, [write], null);
      return { result: results[0] ?? none, status: null };
    } catch (error) {
      return { result: none, status: statusOf(error) };
    }
  });
}
