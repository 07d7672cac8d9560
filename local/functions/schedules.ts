import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Cron } from 'croner';
import type { Log } from '@frontage/firestore-server/log';
import { explainSystemError } from '@frontage/firestore-server/damaged-file';
import { describe } from '@frontage/firestore-server/log';
import { withTimeout } from './with-timeout.ts';

/** A scheduled function. */
export interface ScheduledFunction {
  name: string;
  /** Unix-cron. */
  cron: string;
  /** IANA name. */
  timeZone: string;
  /** The maximum number of retries of a failed run. */
  retries: number;
  timeoutMs: number;
  run(event: { scheduleTime: string }): unknown;
}

export interface ScheduleOptions {
  functions: readonly ScheduledFunction[];
  /** The file with the time of each function's last run. */
  file: string;
  log: Log;
  /** Pause before the first retry; doubles with each one. */
  pauseMs?: number;
}

export interface Schedules {
  /** Starts no more runs, and waits a short time for running ones. */
  stop(): Promise<void>;
}

const STOP_GRACE_MS = 2_000;

/**
 * Runs scheduled functions, each at most once at a time. Runs that were missed while the process was stopped are made
 * up by one run at the start.
 */
export function startSchedules({ functions, file, log, pauseMs = 1_000 }: ScheduleOptions): Schedules {
  const lastRuns = readLastRuns(file);
  const runs = new Set<Promise<void>>();
  const stopped = new AbortController();

  const run = async (scheduled: ScheduledFunction, due: Date): Promise<void> => {
    const event = { scheduleTime: due.toISOString() };
    const began = new Date();
    for (let attempt = 0; attempt <= scheduled.retries && !stopped.signal.aborted; attempt += 1) {
      const failure = await withTimeout({ timeoutMs: scheduled.timeoutMs, run: () => scheduled.run(event) });
      if (failure === null) break;
      const isLast = attempt === scheduled.retries;
      const message = `${scheduled.name} failed at its time ${event.scheduleTime}${isLast ? '' : ', retrying'}: ${failure}`;
      log({ level: isLast ? 'error' : 'warn', source: 'functions', message });
      if (!isLast) await pause(pauseMs * 2 ** attempt, stopped.signal);
    }
    saveLastRun(scheduled.name, began);
  };

  const saveLastRun = (name: string, at: Date): void => {
    lastRuns.set(name, at.toISOString());
    writeLastRuns(file, lastRuns);
  };

  const start = (scheduled: ScheduledFunction, due: Date): Promise<void> => {
    const started = run(scheduled, due)
      .catch((error: unknown) => log({ level: 'error', source: 'functions', message: describe(error) }))
      .finally(() => runs.delete(started));
    runs.add(started);
    return started;
  };

  const jobs = functions.map((scheduled) => {
    const options = { timezone: scheduled.timeZone, protect: true, unref: true, paused: true };
    const job = new Cron(scheduled.cron, options, (self: Cron) => start(scheduled, self.currentRun() ?? new Date()));
    const last = lastRuns.get(scheduled.name);
    const missed = last === undefined ? null : job.nextRun(new Date(last));
    if (last === undefined) saveLastRun(scheduled.name, new Date());
    else if (missed !== null && missed.getTime() <= Date.now()) void start(scheduled, missed);
    job.resume();
    return job;
  });

  return {
    async stop() {
      stopped.abort();
      for (const job of jobs) job.stop();
      await Promise.race([Promise.allSettled(runs), pause(STOP_GRACE_MS)]);
    },
  };
}

function readLastRuns(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map();
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    return new Map(Object.entries(stored).filter(([, at]) => !Number.isNaN(Date.parse(at))));
  } catch {
    // The file was truncated by a power failure, so missed runs are unknown.
    return new Map();
  }
}

function writeLastRuns(file: string, lastRuns: ReadonlyMap<string, string>): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(lastRuns)));
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw explainSystemError(error, file);
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
