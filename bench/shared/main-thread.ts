import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Measures how long the main thread of a program works in one piece, without garbage collection. */
export interface MainThreadLog {
  /** The environment of the program. */
  env: Record<string, string>;
  /** Milliseconds of processor time of the longest piece of at least 20 ms that began after a time (ms since 1970); 0 for none. */
  longestSince(time: number): number;
  /** The same for the pieces during `work`, which are logged half a second later. */
  longestDuring(work: () => Promise<unknown>): Promise<number>;
  end(): void;
}

// The probe writes at intervals.
const logDelay = 700;

export function openMainThreadLog(): MainThreadLog {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-bench-main-thread-'));
  const file = join(folder, 'pieces.jsonl');
  const probe = new URL('./main-thread-probe.ts', import.meta.url).href;
  const longestSince = (time: number): number => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    const pieces = lines.map((line) => JSON.parse(line) as { at: number; ms: number; wall: number });
    return Math.round(pieces.reduce((most, { at, ms, wall }) => (at - wall > time ? Math.max(most, ms) : most), 0));
  };
  return {
    env: { MAIN_THREAD_LOG: file, NODE_OPTIONS: `--import ${probe}` },
    longestSince,
    longestDuring: async (work) => {
      const began = Date.now();
      await work();
      await pause(logDelay);
      return longestSince(began);
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}
