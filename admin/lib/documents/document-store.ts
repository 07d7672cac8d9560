import type { Data, Write } from '@frontage/model/writes/write';
import { failureReasons, type FailureReason } from '../failure-reasons.ts';

/** A call that brought nothing back. */
export interface Failure {
  ok: false;
  reason: FailureReason;
  /** The server's words, for the console. */
  message: string;
}

export type Answer<T> = { ok: true; value: T } | Failure;

export interface Entry {
  id: string;
  data: Data;
}

/** A document and the time of its last write, which a `delete` may insist on. */
interface Versioned {
  data: Data;
  version: string;
}

/** A choice of documents of one collection. */
export interface Choice {
  /** All of them hold. */
  where?: Condition | readonly Condition[];
  newestBy?: string;
  /** A value of `newestBy`: only what comes after it in that order, or with it where it is included. */
  from?: { value: unknown; isIncluded: boolean };
  limit?: number;
  /** Only these fields are sent. */
  fields?: readonly string[];
}

export type Condition = { field: string; equals: unknown } | { field: string; oneOf: readonly unknown[] };

/** All that the back office needs of Firestore; nothing rejects. */
export interface DocumentStore {
  /** Null when there is no such document. With `fields` only these of it are sent. */
  read(path: string, fields?: readonly string[]): Promise<Answer<Data | null>>;
  /** Null when there is no such document. */
  readVersion(path: string): Promise<Answer<Versioned | null>>;
  list(collection: string, choice?: Choice): Promise<Answer<Entry[]>>;
  /** All of the writes or none. Returns the version that the first of them made; null where it made none. */
  commit(writes: readonly Write[]): Promise<Answer<string | null>>;
}

/** A failure where only a rejection will do, as in queries. Its code is what `plainFailure` puts into words. */
export class DocumentError extends Error {
  readonly code: string;

  constructor(reason: FailureReason, message: string = reason) {
    super(message);
    this.name = 'DocumentError';
    this.code = failureReasons[reason].code;
  }
}

/** The value of an answer. Throws a `DocumentError` for a failure. */
export function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new DocumentError(answer.reason, answer.message);
  return answer.value;
}
