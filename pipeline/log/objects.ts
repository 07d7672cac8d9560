/** Object storage that outlives the machine. Objects are immutable: they are created once and removed later. */
export interface Objects {
  /** Creates an object. Returns false if one of that name exists. Readers never see a partial object. */
  create(name: string, bytes: Uint8Array): Promise<boolean>;
  /** An object's bytes, or `length` of them from `start`; null when there is no such object. */
  read(name: string, part?: { start: number; length: number }): Promise<Uint8Array | null>;
  /** Names that start with `prefix` and sort after `after`, sorted by character code. */
  list(prefix: string, after?: string): Promise<string[]>;
  /** Removing a missing object is not an error. */
  remove(name: string): Promise<void>;
}

/** An object name with a zero-padded number, so that names sort by number. */
export const numberedName = (prefix: string, number: number): string => `${prefix}/${String(number).padStart(12, '0')}`;

/** The number in a name made by `numberedName`; null for any other name. */
export function numberIn(prefix: string, name: string): number | null {
  const [, digits] = /^\/(\d{12})$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
  return digits === undefined ? null : Number(digits);
}
