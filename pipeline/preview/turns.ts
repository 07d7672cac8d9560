import { setImmediate as othersDone } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Whoever asks is answered one thing after another: however much somebody asks, publishing goes on between two answers. */
export interface Turns {
  /** Whether so much of theirs waits that more is refused. */
  isFull(asker: string): boolean;
  /** Does some work in its asker's turn. */
  take<Value>(asker: string, work: () => Promise<Value>): Promise<Value>;
}

// Everybody in a room may open the same link at once.
const mostWaiting = 50;

export function openTurns(): Turns {
  const lines = new Map<string, PQueue>();
  const lineOf = (asker: string): PQueue => {
    const line = new PQueue({ concurrency: 1 }).on('idle', () => lines.delete(asker));
    lines.set(asker, line);
    return line;
  };
  return {
    isFull: (asker) => (lines.get(asker)?.size ?? 0) >= mostWaiting,
    take: (asker, work) =>
      (lines.get(asker) ?? lineOf(asker)).add(async () => {
        await othersDone();
        return work();
      }),
  };
}
