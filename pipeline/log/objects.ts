/** Named bytes in a place that outlives the machine. Objects are never changed: they are created once, and removed. */
export interface Objects {
  /** Writes an object unless one of that name exists; false if it does. Readers never see a partial object. */
  create(name: string, bytes: Uint8Array): Promise<boolean>;
  /** An object's bytes, or `length` of them from `start`; null when there is no such object. */
  read(name: string, part?: { start: number; length: number }): Promise<Uint8Array | null>;
  /** Names that begin with `prefix` and come after `after`, in order of their characters' codes. */
  list(prefix: string, after?: string): Promise<string[]>;
  /** Removing a missing object is not an error. */
  remove(name: string): Promise<void>;
}

/** A number as it stands in names, so that their order is the numbers'. */
export const numberedName = (prefix: string, number: number): string => `${prefix}/${String(number).padStart(12, '0')}`;

/** The number in a name that `numbered` made; null for any other name. */
export function numberIn(prefix: string, name: string): number | null {
  const [, digits] = /^\/(\d{12})$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
  return digits === undefined ? null : Number(digits);
}
