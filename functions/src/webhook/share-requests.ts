import { shareWork } from '../content/share-work.ts';

/** What is told of at once. */
export interface Told {
  /** The event's. */
  id: string;
  document: string;
}

/** Tells by requests that calls of this instance share, each of which has at most 64 KiB. */
export const shareRequests = (send: (told: readonly Told[]) => Promise<void>): ((told: Told) => Promise<void>) =>
  shareWork({
    act: send,
    most: 500,
    room: 48 * 1024,
    // JSON and UTF-8 need up to six bytes for a character.
    sizeOf: ({ document }) => 6 * document.length,
    // What the pipeline does not take, it takes for no single one of them.
    isTriedApart: false,
  });
