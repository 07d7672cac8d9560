import type { PageKeeping } from '../render/render-routes.ts';

/** Bytes under their SHA-256. */
export interface Blobs {
  /** Keeps bytes and returns their hash. */
  write(bytes: Uint8Array): Promise<string>;
  /** Begins to keep many, in fewer writes. */
  together(): PageKeeping;
  /** Null when they are missing or are not what they were written as. */
  read(hash: string): Promise<Uint8Array | null>;
  /** Whether bytes of this size are there; `thorough` also hashes them. */
  holds(blob: { hash: string; size: number }, thorough: boolean): Promise<boolean>;
  /** Which of many, sizes by hash, it does not hold; `thorough` as above. */
  lost(blobs: ReadonlyMap<string, number>, thorough: boolean): Promise<Set<string>>;
  /** Removes one; none is no error. */
  remove(hash: string): Promise<void>;
  /** Removes every blob that is not wanted, and what interrupted writes left. */
  sweep(isWanted: (hash: string) => boolean): void;
}
