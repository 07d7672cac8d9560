import type { PageKeeping } from '../render/render-routes.ts';

/** The disk has no room for a step. It concerns every document, and the step succeeds once there is room. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
}

/** Bytes under their SHA-256. */
export interface Blobs {
  /** Keeps bytes and returns their hash. */
  write(bytes: Uint8Array): Promise<string>;
  /** Begins to keep many, in fewer writes. */
  together(): PageKeeping;
  /** Null if they are missing or differ from their hash. */
  read(hash: string): Promise<Uint8Array | null>;
  /** Whether bytes of this size are there; `thorough` also hashes them. */
  holds(blob: { hash: string; size: number }, thorough: boolean): Promise<boolean>;
  /** Which of many, sizes by hash, it does not hold; `thorough` as above. */
  lost(blobs: ReadonlyMap<string, number>, thorough: boolean): Promise<Set<string>>;
  /** Removes one; none is no error. */
  remove(hash: string): Promise<void>;
  /** Why nothing can be written, where the disk is full; null while it has room. */
  full(): DiskFullError | null;
  /** Removes unwanted blobs and the remains of interrupted writes. */
  sweep(isWanted: (hash: string) => boolean): void;
}
