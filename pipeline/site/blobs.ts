import type { PageSink } from '../render/render-routes.ts';

/** The disk is full. The error concerns every document; a step succeeds once there is free space. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
}

/** Stores bytes by their SHA-256. */
export interface Blobs {
  /** Stores bytes and returns their hash. */
  write(bytes: Uint8Array): Promise<string>;
  /** Starts a batch that stores many pages in fewer writes. */
  together(): PageSink;
  /** Null if they are missing or differ from their hash. */
  read(hash: string): Promise<Uint8Array | null>;
  /** Whether the blob is stored with this size; `thorough` also verifies its hash. */
  holds(blob: { hash: string; size: number }, thorough: boolean): Promise<boolean>;
  /** The hashes of missing blobs among those given (sizes by hash); `thorough` as in `holds`. */
  lost(blobs: ReadonlyMap<string, number>, thorough: boolean): Promise<Set<string>>;
  /** Removes a blob if it exists. */
  remove(hash: string): Promise<void>;
  /** Forgets blobs: from now on they count as missing, and can be written again. Their bytes stay on the disk. */
  forget(hashes: readonly string[]): void;
  /** Removes the bytes of forgotten blobs that were not written again: many of them in another thread. */
  eraseForgotten(): Promise<void>;
  /** The error of a full disk; null while there is free space. */
  full(): DiskFullError | null;
  /** Removes unwanted blobs and the remains of interrupted writes. */
  sweep(isWanted: (hash: string) => boolean): void;
}
