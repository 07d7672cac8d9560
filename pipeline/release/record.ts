import type { DocumentChange } from '../sync/content-state.ts';
import type { FilesDiff } from './files.ts';
import type { ReleaseRecord } from './store.ts';

/** The changes of a release. `ms` is from the hint's arrival to the switch. */
export type ReleaseCounts = Pick<ReleaseRecord, 'id' | 'added' | 'changed' | 'removed' | 'ms'>;

interface Made extends Pick<ReleaseRecord, 'id' | 'createdAt' | 'ms' | 'asOf' | 'pin' | 'isPassing'> {
  changes: readonly DocumentChange[];
}

// The record is written to Firestore, which limits the size of a document.
const recordedDocuments = 1_000;

/** The record of a release; null if no file differs from the previous release. */
export function createReleaseRecord(
  { added, changed, removed }: FilesDiff,
  { changes, ...made }: Made,
): ReleaseRecord | null {
  if (added + changed + removed.length === 0) return null;
  const documents = changes.slice(0, recordedDocuments).map(({ path }) => path);
  return { ...made, added, changed, removed: removed.length, documents };
}

export const summaryOf = ({ id, added, changed, removed, ms }: ReleaseRecord): ReleaseCounts => ({
  id,
  added,
  changed,
  removed,
  ms,
});
