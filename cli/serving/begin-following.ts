import { setTimeout as pause } from 'node:timers/promises';

interface Beginning {
  /** Fails where there is no release and none can be made. */
  follow: () => Promise<void>;
  /** Called for a failure; it is retried after `retryInMs`. */
  onFailure: (error: unknown, retryInMs: number) => void;
  /** Milliseconds before the second attempt; each further one waits twice as long, up to a minute. */
  patience?: number;
}

const longestDelay = 60_000;

/** Starts following the content, retrying as long as its source is unreachable, because a service is not restarted manually. */
export async function followUntilStopped({ follow, onFailure, patience = 1_000 }: Beginning): Promise<void> {
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
