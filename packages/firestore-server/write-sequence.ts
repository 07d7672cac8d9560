import { nameOf } from './resource-name.ts';
import { invalid } from './status.ts';
import type { Write } from './write.ts';

/** A write's precondition: `insert` requires a missing document, `update` an existing one, `upsert` neither. */
type Step = 'insert' | 'update' | 'upsert' | 'delete' | 'verify';

/**
 * Refuses sequences of writes to one document that a commit may not contain, regardless of the stored state.
 * Source: the mutations of `CommitRequest` in the Datastore API reference, on which Firestore is based.
 */
export function checkSequences(writes: readonly Write[]): void {
  const before = new Map<string, Step>();
  for (const write of writes) {
    const step = stepOf(write);
    const previous = before.get(write.path);
    if (previous !== undefined && isForbidden(previous, step)) {
      invalid(`A commit cannot ${step} a document after ${past[previous]} it: ${nameOf(write.project, write.path)}`);
    }
    before.set(write.path, step);
  }
}

function stepOf({ kind, precondition }: Write): Step {
  if (kind !== 'set') return kind;
  if (precondition === null) return 'upsert';
  return 'exists' in precondition && !precondition.exists ? 'insert' : 'update';
}

function isForbidden(previous: Step, step: Step): boolean {
  if (previous === 'verify' || step === 'verify') return true;
  return previous === 'delete' ? step === 'update' : step === 'insert';
}

const past: Record<Step, string> = {
  insert: 'creating',
  update: 'updating',
  upsert: 'writing',
  delete: 'deleting',
  verify: 'verifying',
};
