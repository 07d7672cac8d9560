import { setTimeout as pause } from 'node:timers/promises';

interface Beginning {
  /** Fails where there is no release and none can be made. */
  follow: () => Promise<void>;
  /** Hears of a failure; it is tried again after `retryInMs`. */
  onFailure: (error: unknown, retryInMs: number) => void;
  /** Milliseconds before the second attempt; each further one waits twice as long, up to a minute. */
  patience?: number;
}

const longestDelay = 60_000;

/** Begins to follow the content, however long its source cannot be reached: nobody is there to start a service again. */
export async function beginFollowing({ follow, onFailure, patience = 1_000 }: Beginning): Promise<void> {
  for (let delay = patience; ; delay = Math.min(longestDelay, delay * 2)) {
    try {
      await follow();
      return;
    } catch (error) {
      onFailure(error, delay);
      await pause(delay);
    }
  }
}
