/** A document's fields, as they are stored. */
export type Data = Readonly<Record<string, unknown>>;

/** Stands for the server's own time in a planned write. */
export const serverTime = Symbol('server time');

/**
 * One step of a batch, whoever carries it out. `set` replaces the whole document; `update` touches the named fields of an
 * existing one. A `delete` with a `version` (the update time that reading gave) happens only while that is the newest: whoever
 * reads in the same transaction needs none.
 */
export type Write =
  { type: 'set' | 'update'; path: string; data: Data } | { type: 'delete'; path: string; version?: string };
