import type { Data } from './plain.ts';
import type { Write } from './write.ts';

/**
 * Why a call brought nothing back. `unreachable` means no answer came: a commit may or may not have happened. All others
 * are answers, after which nothing was written.
 */
export type RefusalReason = 'denied' | 'unauthenticated' | 'unreachable' | 'missing' | 'busy' | 'unexpected';

export interface Refusal {
  ok: false;
  reason: RefusalReason;
  /** The server's words, for the console and for `unexpected`. */
  message: string;
}

export type Answer<T> = { ok: true; value: T } | Refusal;

export interface Entry {
  id: string;
  data: Data;
}

/** The least the editing flows need of Firestore. */
export interface DocumentStore {
  /** Null when there is no such document. */
  read(path: string): Promise<Answer<Data | null>>;
  list(collection: string): Promise<Answer<Entry[]>>;
  /** All of the writes or none. */
  commit(writes: readonly Write[]): Promise<Answer<null>>;
}
