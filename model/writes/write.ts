/** A document's stored fields. */
export type Data = Readonly<Record<string, unknown>>;

/** A placeholder for the server's time in a planned write. */
export const serverTime = Symbol('server time');

/**
 * One step of a batch. `set` replaces the whole document; `update` changes the named fields of an existing one. An `update` or
 * `delete` with a `version` (the update time that a read returned) succeeds only while that is the newest; a transaction that read
 * the document needs none.
 */
export type Write =
  | { type: 'set'; path: string; data: Data }
  | { type: 'update'; path: string; data: Data; version?: string }
  | { type: 'delete'; path: string; version?: string };
