import type { Method, ServiceName } from './syntax.ts';
import type { RulesTimestamp, RulesValue } from './values.ts';

/**
 * One operation to decide on.
 *
 * `path` of Firestore is relative to `documents` (`pages/a`), of Storage it begins with the bucket (`b/bucket/o/name`).
 * The `list` of a collection ends in `UNKNOWN_ID` (`pages/{document}`), that of a collection group begins with
 * `UNKNOWN_ANCESTORS` (`{ancestors=**}/pages/{document}`, or `docs/a/{ancestors=**}/pages/{document}` below a document);
 * a query that fixes the document id may say the id instead. For a `list` of Storage the path is the prefix.
 */
export interface RulesRequest {
  service: ServiceName;
  path: string;
  method: Method;
  auth: { uid: string; token: Map<string, RulesValue> } | null;
  /** The instant; a timestamp where milliseconds are too coarse. */
  time: Date | RulesTimestamp;
  /** The fields of the document as it is (Firestore) or the metadata of the object (Storage); null when there is none. */
  resource: Map<string, RulesValue> | null;
  /** The same after the write; null for reads and deletes. */
  requestResource: Map<string, RulesValue> | null;
  query?: { limit: bigint | null; offset: bigint | null; orderBy: string | null };
  /**
   * For `list` of Firestore: the values fixed by the query's equality filters, by field path (`a.b`, `` `x.y` ``). Every other
   * field of `resource.data` is an error, because rules are not filters.
   */
  knownFields?: Map<string, RulesValue>;
}

/** Reads documents by their path below `documents`; null when there is none. */
export interface RulesReader {
  get(path: string): Map<string, RulesValue> | null;
  getAfter(path: string): Map<string, RulesValue> | null;
}

/**
 * The access calls left for a whole batch or transaction (20 at its start), counted down by every evaluation that is
 * given it. With `seen`, a document that an earlier operation of the batch read is free.
 */
export interface Budget {
  remaining: number;
  seen?: Set<string>;
}
