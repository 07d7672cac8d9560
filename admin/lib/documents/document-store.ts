import type { Reads } from '@frontage/model/changes/reads';
import type { Data, Write } from '@frontage/model/changes/write';
import { collections } from '@frontage/model/paths';
import { failureReasons, type FailureReason } from '../errors.ts';

/** A failed call. */
export interface Failure {
  ok: false;
  reason: FailureReason;
  /** The server's message, for the console. */
  message: string;
}

export type Answer<T> = { ok: true; value: T } | Failure;

export interface Entry {
  id: string;
  data: Data;
}

/** A document and its version: the time of its last write, a precondition for `update` and `delete`. */
interface Versioned {
  data: Data;
  version: string;
}

/** A query of one collection. */
export interface CollectionQuery {
  /** Conditions that must all hold. */
  where?: Condition | readonly Condition[];
  newestBy?: string;
  /** Like `newestBy`, in ascending order. */
  oldestBy?: string;
  /**
   * A value of `newestBy` to start at; `isIncluded: false` starts after it. With an id, the position is exact among
   * documents with equal values.
   */
  from?: { value: unknown; isIncluded: boolean; id?: string };
  /** A value of `newestBy` to end at, included. */
  until?: unknown;
  /** In the order of ids, which is the order of a query without another one: the id of the document to start after. */
  after?: string;
  limit?: number;
  /** Reads only these fields. */
  fields?: readonly string[];
}

export type Condition =
  | { field: string; equals: unknown }
  | { field: string; oneOf: readonly unknown[] }
  /** The field is an array with this element. */
  | { field: string; contains: unknown };

/** The admin's Firestore operations; none rejects. */
export interface DocumentStore {
  /** Null if the document does not exist. With `fields`, reads only these fields. */
  read(path: string, fields?: readonly string[]): Promise<Answer<Data | null>>;
  /** Reads a document with its version. */
  readVersion(path: string, fields?: readonly string[]): Promise<Answer<Versioned | null>>;
  list(collection: string, choice?: CollectionQuery): Promise<Answer<Entry[]>>;
  /** Commits all writes or none. Returns the version made by the first write; null if it made none. */
  commit(writes: readonly Write[]): Promise<Answer<string | null>>;
}

/** A failure as an error, for APIs that reject, such as queries. `plainFailure` turns its code into a message. */
export class DocumentError extends Error {
  readonly code: string;
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string = reason) {
    super(message);
    this.name = 'DocumentError';
    this.reason = reason;
    this.code = failureReasons[reason].code;
  }
}

/** The value of an answer. Throws a `DocumentError` for a failure. */
export function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new DocumentError(answer.reason, answer.message);
  return answer.value;
}

/** A rejected read as a failure. Throws other errors again. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof DocumentError)) throw error;
  return { ok: false, reason: error.reason, message: error.message };
}

// The rules hide them from some users that may make a change, and check its writes against them.
const hidden = new RegExp(`^(${collections.draftEmbeds}|${collections.trash})/`);

/**
 * The reads of a plan. They reject with a `DocumentError`. The embed code of a draft and a deleted document that this
 * user may not read count as missing.
 */
export const readsOf = (store: DocumentStore): Reads => ({
  read: (paths, fields) =>
    Promise.all(
      paths.map(async (path) => {
        const stored = await store.readVersion(path, fields);
        return !stored.ok && hidden.test(path) ? null : valueOf(stored);
      }),
    ),
});
