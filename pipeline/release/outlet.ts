import type { FileEntry, Files } from './files.ts';

/** A release to deliver. */
export interface Delivery {
  /** Number of the commit that made it. */
  commit: number;
  files: Files;
  /** The files of the commit that `cursor` returned; null if they are no longer known. */
  before: Files | null;
  read: (file: FileEntry) => Promise<Uint8Array>;
  /**
   * Called right before the switch if several processes deliver to the outlet.
   * @throws LeaseLostError if another process may have delivered meanwhile.
   */
  checkTurn?: () => Promise<void>;
}

/** The lease expired during a delivery. Another process may have delivered, so the outlet must be queried again. */
export class LeaseLostError extends Error {
  override name = 'TurnLostError';
}

/** A delivery target from which visitors are served. */
export interface Outlet {
  name: string;
  /**
   * Queries the number of the commit whose release is live; null if the outlet serves none of this pipeline's releases.
   */
  cursor(): Promise<number | null>;
  /**
   * Delivers a release. Visitors have it when the promise resolves, and keep the previous one when it rejects.
   * @throws LeaseLostError from `checkTurn`
   */
  deliver(delivery: Delivery): Promise<void>;
}
