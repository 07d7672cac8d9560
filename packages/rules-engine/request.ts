import type { Method, ServiceName } from './syntax.ts';
import type { RulesTimestamp, RulesValue } from './values.ts';

/** The placeholder for the document in the path of a `list`: `pages/{document}`. */
export const UNKNOWN_ID = '{document}';

/** The placeholder for the ancestors in the path of a collection group's `list`: `{ancestors=**}/pages/{document}`. */
export const UNKNOWN_ANCESTORS = '{ancestors=**}';

/**
 * One operation that the rules allow or deny.
 *
 * `path` of Firestore is relative to `documents` (`pages/a`), of Storage it begins with the bucket (`b/bucket/o/name`).
 * The `list` of a collection ends in `UNKNOWN_ID` (`pages/{document}`), that of a collection group begins with
 * `UNKNOWN_ANCESTORS` (`{ancestors=**}/pages/{document}`, or `docs/a/{ancestors=**}/pages/{document}` below a
 * document); a query that fixes the document id can contain the id instead. For a `list` of Storage the path is the
 * prefix.
 */
export interface RulesRequest {
  service: ServiceName;
  path: string;
  method: Method;
  auth: { uid: string; token: Map<string, RulesValue> } | null;
  /** The request time; a timestamp if milliseconds are not precise enough. */
  time: Date | RulesTimestamp;
  /** The current fields of the document (Firestore) or metadata of the object (Storage); null if it does not exist. */
  resource: Map<string, RulesValue> | null;
  /** The same after the write; null for reads and deletes. */
  requestResource: Map<string, RulesValue> | null;
  query?: { limit: bigint | null; offset: bigint | null; orderBy: string | null };
  /**
   * For `list` of Firestore: the values fixed by the query's equality filters, by field path (`a.b`, `` `x.y` ``).
   * Every other field of `resource.data` is an error, because rules are not filters.
   */
  knownFields?: Map<string, RulesValue>;
}

/** Reads documents by their path below `documents`; null if a document does not exist. */
export interface RulesReader {
  get(path: string): Map<string, RulesValue> | null;
  getAfter(path: string): Map<string, RulesValue> | null;
}

/**
 * The remaining access calls of a batch or transaction (20 at its start), decremented by every evaluation that receives
 * it. With `seen`, a document that an earlier operation of the batch read is free.
 */
export interface Budget {
  remaining: number;
  seen?: Set<string>;
}
