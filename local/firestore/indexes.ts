import type { Query } from './query.ts';

/** Checks queries against a parsed firestore.indexes.json. */
export function indexChecker(indexes: unknown): (query: Query) => void {
  if (indexes === undefined) return () => {};
  return () => {};
}
