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

/** It took so long that another process may deliver now: the outlet's state must be checked again. */
export class LeaseLostError extends Error {
  override name = 'TurnLostError';
}

/** A place that visitors are served from and that follows the releases. */
export interface Outlet {
  name: string;
  /** Number of the commit whose release visitors get, as the outlet itself says; null when it is none of ours. */
  cursor(): Promise<number | null>;
  /**
   * Delivers a release. When it returns visitors have it; when it throws they keep the previous one.
   * @throws TurnLostError from `checkTurn`
   */
  deliver(delivery: Delivery): Promise<void>;
}
