import { setTimeout as pause } from 'node:timers/promises';

interface FollowOptions {
  /** Starts following the content. Rejects if there is no release and none can be created. */
  follow: () => Promise<void>;
  /** Called for each failure. The next attempt starts after `retryInMs`. */
  onFailure: (error: unknown, retryInMs: number) => void;
  /** Delay before the second attempt. Each further delay is twice as long, up to a minute. */
  firstDelayMs?: number;
}

const maxDelayMs = 60_000;

/**
 * Calls `follow` until it succeeds: a service must recover without a manual restart when its source becomes reachable.
 */
export async function followWithRetry({ follow, onFailure, firstDelayMs = 1_000 }: FollowOptions): Promise<void> {
  for (let delay = firstDelayMs; ; delay = Math.min(maxDelayMs, delay * 2)) {
    try {
      await follow();
      return;
    } catch (error) {
      onFailure(error, delay);
      await pause(delay);
    }
  }
}
