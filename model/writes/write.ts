/** The stored fields of a document. */
export type Data = Readonly<Record<string, unknown>>;

/** A placeholder for the server's time in a planned write. */
export const serverTime = Symbol('server time');

/**
 * One write of a batch. `set` replaces the whole document; `update` changes the given fields of an existing one. An
 * `update` or `delete` with a `version` (the update time of a read document) fails if the document was changed since. A
 * transaction that reads the document needs no version.
 */
export type Write =
  | { type: 'set'; path: string; data: Data }
  | { type: 'update'; path: string; data: Data; version?: string }
  | { type: 'delete'; path: string; version?: string };
