import type { FileEntry, Files } from './files.ts';

/** A release on its way to visitors. */
export interface Delivery {
  /** Number of the commit that made it. */
  commit: number;
  files: Files;
  /** The files of the commit that `cursor` named; null where they are not known any more. */
  before: Files | null;
  read: (file: FileEntry) => Promise<Uint8Array>;
  /**
   * To be asked right before visitors are taken to it, where others deliver too.
   * @throws TurnLostError when they may have done so meanwhile.
   */
  checkTurn?: () => Promise<void>;
}

/** It took so long that another process may deliver now: what outlets show is to be looked at anew. */
export class TurnLostError extends Error {
  override name = 'TurnLostError';
}

/** A place that visitors are served from and that follows the releases. */
export interface Outlet {
  name: string;
  /** Number of the commit whose release visitors get, as the outlet itself says; null when it is none of ours. */
  cursor(): Promise<number | null>;
  /**
   * Takes visitors to a release. When it returns they have it; when it throws they have what they had.
   * @throws TurnLostError where `checkTurn` does
   */
  deliver(delivery: Delivery): Promise<void>;
}
