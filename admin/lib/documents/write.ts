/** Stands for the server's own time in a planned write. */
export const serverTime = Symbol('server time');

export type WriteData = Readonly<Record<string, unknown>>;

/** One step of a batch. `set` replaces the whole document; `update` touches the named fields of an existing one. */
export type Write = { type: 'set' | 'update'; path: string; data: WriteData } | { type: 'delete'; path: string };
