import { isFailure } from '../runtime/failure.ts';
import { formatLine, printable, type Level, type LogFile } from './log-file.ts';
import type { LibraryOutput } from '../runtime/library-output.ts';
import type { Presenter } from '../runtime/present.ts';

/** A step of the startup that is reported with its duration. */
type Phase = 'Site' | 'Admin' | 'Firebase' | 'Example content' | 'Release';

/** A log line from a part of the program or a library. */
interface LogEvent {
  level: Level;
  source: string;
  message: string;
}

/**
 * The output of `start` and `dev`. The terminal shows phases, addresses, releases and problems, at a limited rate;
 * the log file contains everything. With --json every event is printed.
 */
export interface StartOutput extends Presenter {
  logPath: string;
  /**
   * Waits for `work` and prints one line with its duration; `result` describes the outcome. Rejects if `work` rejects.
   */
  phase<Result>(name: Phase, work: Promise<Result>, result: (value: Result) => string): Promise<Result>;
  /** Logs an event of the local Firebase. Errors are also shown on the terminal. */
  log(event: LogEvent): void;
  /** Prints pending summaries and closes the log. */
  close(): void;
}

interface StartOutputOptions {
  presenter: Presenter;
  libraries: LibraryOutput;
  logFile: LogFile;
  json: boolean;
  /** Whether the terminal shows every line of the log. */
  debug: boolean;
  isTerminal: boolean;
  clock?: Clock;
}

interface Clock {
  /** In milliseconds. */
  now(): number;
  later(act: () => void, ms: number): { cancel(): void };
}

type Event = Parameters<Presenter['show']>[0];

/** How the terminal shows an event. An event without an entry is only logged. */
const display: Record<string, 'always' | 'progress' | 'release' | 'problem'> = {
  ready: 'always',
  compile: 'progress',
  'compile-failed': 'always',
  'releases-lost': 'always',
  image: 'progress',
  release: 'release',
  problem: 'problem',
  'publish-failed': 'problem',
  'notices-delayed': 'problem',
  'outlet-failed': 'problem',
  superseded: 'problem',
  'snapshot-failed': 'problem',
  'prune-failed': 'problem',
  'health-failed': 'problem',
  'index-failed': 'problem',
  'thread-ended': 'problem',
  missed: 'problem',
};

// At most ten lines of releases and twelve of problems in the first hour.
const releaseLines = { burst: 4, everyMs: 10 * 60_000 };
const problemLines = { burst: 6, everyMs: 10 * 60_000 };
/** A problem that is reported again within this time is not shown again. */
const repeatMs = 60 * 60_000;
/** Problems of one document within this time are those of its fields: the first one is shown. */
const sameReportMs = 1_000;
const linesOfProblem = 4;

export function openStartOutput(options: StartOutputOptions): StartOutput {
  const { presenter, libraries, logFile, json, debug, clock = realClock } = options;
  const terminal = openTerminal({ ...options, clock });

  const writeLog = (line: LogEvent): void => {
    const dated = { ...line, at: new Date() };
    logFile.write(dated);
    if (debug && !json) terminal.print(() => presenter.show({ event: 'log' }, formatLine(dated)));
  };
  const logEvent = ({ event, ...fields }: Event, text?: string): void => {
    const level = event.endsWith('failed') ? 'error' : display[event] === 'problem' ? 'warn' : 'info';
    writeLog({ level, source: event, message: text === undefined ? JSON.stringify(fields) : text });
  };
  const showError = ({ level, source, message }: LogEvent): void => {
    if (!json && level === 'error') terminal.addProblem(`${source}: ${message}`);
  };
  const release = libraries.redirect((text, level) => {
    const event = libraryLine(text, level);
    writeLog(event);
    showError(event);
  });

  return {
    logPath: logFile.path,
    show(event, text) {
      logEvent(event, text);
      if (json) presenter.show(event, text);
      else terminal.show(event, text ?? '');
    },
    warn(event, text) {
      logEvent(event, text);
      terminal.print(() => presenter.warn(event, text));
    },
    progress: presenter.progress,
    rewrite: presenter.rewrite,
    fail: presenter.fail,
    log(event) {
      writeLog(event);
      if (json) presenter.show({ event: 'log', ...event });
      showError(event);
    },
    async phase(name, work, result) {
      const started = clock.now();
      const value = await terminal.during(name, work);
      if (isFailure(value)) return value;
      const ms = Math.round(clock.now() - started);
      const text = `${name}: ${terminal.outcomeOf(name) ?? result(value)} in ${(ms / 1_000).toFixed(1)} s`;
      writeLog({ level: 'info', source: 'phase', message: text });
      if (json) presenter.show({ event: 'phase', phase: name, ms });
      else terminal.print(() => presenter.show({ event: 'phase' }, text));
      return value;
    },
    close() {
      terminal.close();
      release();
      logFile.close();
    },
  };
}

/** The terminal: lines at a limited rate, above the line that lists the running phases. */
function openTerminal({ presenter, logFile, json, isTerminal, clock }: StartOutputOptions & { clock: Clock }) {
  const running = new Map<Phase, string>();
  let firstRelease: ReleaseCounts | null = null;

  const print = (act: () => void): void => {
    act();
    showRunning();
  };
  const showRunning = (): void => {
    if (running.size === 0 || json || !isTerminal) return;
    const names = [...running].map(([name, detail]) => (detail === '' ? name : `${name} (${detail})`));
    presenter.progress({ event: 'progress' }, `… ${names.join(', ')}`);
  };

  const releases = openReleaseLines({
    budget: openBudget(releaseLines, clock),
    isTerminal,
    show: (text) => print(() => presenter.show({ event: 'release' }, text)),
    rewrite: (text) => print(() => presenter.rewrite({ event: 'release' }, text)),
  });
  const problems = openProblemLines({
    budget: openBudget(problemLines, clock),
    now: () => clock.now(),
    logPath: logFile.path,
    show: (text) => print(() => presenter.warn({ event: 'problem' }, text)),
  });

  return {
    print,
    show(event: Event, text: string): void {
      switch (display[event.event]) {
        case 'always':
          return print(() => presenter.show(event, text));
        case 'release':
          if (!running.has('Release')) return releases.add(event as unknown as ReleaseCounts, text);
          firstRelease = event as unknown as ReleaseCounts;
          return;
        case 'problem':
          return problems.add(text, String(event['document'] ?? ''));
        case 'progress':
          if (event.event === 'image')
            running.set('Release', `${String(event['seen'])} of ${String(event['total'])} images`);
          if (running.size === 0) presenter.rewrite(event, text);
          return showRunning();
        case undefined:
      }
    },
    addProblem: (message: string): void => problems.add(message),
    /** Lists a phase until its work has ended. */
    during<Result>(name: Phase, work: Promise<Result>): Promise<Result> {
      running.set(name, '');
      showRunning();
      return work.finally(() => running.delete(name));
    },
    /** The counts of the first release; null for other phases. */
    outcomeOf: (name: Phase): string | null =>
      name === 'Release' && firstRelease !== null ? countsOf(firstRelease) : null,
    close(): void {
      releases.close();
      problems.close();
    },
  };
}

interface ReleaseCounts {
  id: string;
  added: number;
  changed: number;
  removed: number;
}

const countsOf = ({ added, changed, removed }: Omit<ReleaseCounts, 'id'>): string =>
  `${String(added)} added, ${String(changed)} changed, ${String(removed)} removed`;

interface ReleaseLineOptions {
  budget: Budget;
  isTerminal: boolean;
  show: (text: string) => void;
  /** On a terminal, replaces the last printed summary. */
  rewrite: (text: string) => void;
}

/**
 * Prints one line per release within the budget, then one summary of the further releases until the budget is refilled.
 */
function openReleaseLines({ budget, isTerminal, show, rewrite }: ReleaseLineOptions) {
  let pending: (ReleaseCounts & { first: string }) | null = null;
  const summary = ({ first, id, ...counts }: NonNullable<typeof pending>): string =>
    first === id ? `Release ${id}: ${countsOf(counts)}` : `Releases ${first} to ${id}: ${countsOf(counts)}`;
  const printPending = (): void => {
    if (pending !== null && !isTerminal) show(summary(pending));
    pending = null;
  };
  return {
    add({ id, added, changed, removed }: ReleaseCounts, text: string): void {
      if (pending === null && budget.take()) return show(text);
      pending = {
        first: pending?.first ?? id,
        id,
        added: (pending?.added ?? 0) + added,
        changed: (pending?.changed ?? 0) + changed,
        removed: (pending?.removed ?? 0) + removed,
      };
      if (isTerminal) rewrite(summary(pending));
      budget.whenRefilled(() => {
        if (!isTerminal) budget.take();
        printPending();
      });
    },
    close(): void {
      budget.close();
      printPending();
    },
  };
}

interface ProblemLineOptions {
  budget: Budget;
  now: () => number;
  logPath: string;
  show: (text: string) => void;
}

/** Prints each problem at most once an hour within the budget, then the number of further problems. */
function openProblemLines({ budget, now, logPath, show }: ProblemLineOptions) {
  let latest = { document: '', at: 0 };
  const shownAt = new Map<string, number>();
  let hidden = 0;
  const printHidden = (): void => {
    if (hidden > 0) show(`${String(hidden)} more problems: see ${logPath}`);
    hidden = 0;
  };
  return {
    /** `document` is the path of the invalid document, if any. Only the first of several invalid fields is shown. */
    add(message: string, document = ''): void {
      const isSameDocument = document !== '' && document === latest.document && now() - latest.at < sameReportMs;
      latest = { document, at: now() };
      if (isSameDocument) return;
      const key = message.replace(/\(retry in \d+ ms\)/, '');
      for (const [text, at] of shownAt) if (now() - at >= repeatMs) shownAt.delete(text);
      if (shownAt.has(key)) return;
      if (hidden === 0 && budget.take()) {
        shownAt.set(key, now());
        return show(shortened(message, logPath));
      }
      hidden += 1;
      budget.whenRefilled(() => {
        budget.take();
        printHidden();
      });
    },
    close(): void {
      budget.close();
      printHidden();
    },
  };
}

/** The message without stack and control characters, at most `linesOfProblem` lines. */
function shortened(message: string, logPath: string): string {
  const lines = printable(message)
    .split('\n')
    .filter((line) => !/^\s+at /.test(line));
  if (lines.length <= linesOfProblem) return lines.join('\n');
  return [...lines.slice(0, linesOfProblem - 1), `… the rest is in ${logPath}`].join('\n');
}

interface Budget {
  /** Uses one line of the budget. Returns false if none is left. */
  take(): boolean;
  /** Calls `act` once when the next line becomes available; further calls before that are ignored. */
  whenRefilled(act: () => void): void;
  close(): void;
}

/** A rate limit: `burst` lines at once, plus one per `everyMs`. */
function openBudget({ burst, everyMs }: { burst: number; everyMs: number }, clock: Clock): Budget {
  let left = burst;
  let since = clock.now();
  let waiting: { cancel(): void } | null = null;
  const refill = (): void => {
    const earned = Math.floor((clock.now() - since) / everyMs);
    left = Math.min(burst, left + earned);
    since = left === burst ? clock.now() : since + earned * everyMs;
  };
  return {
    take() {
      refill();
      if (left === 0) return false;
      left -= 1;
      return true;
    },
    whenRefilled(act) {
      waiting ??= clock.later(
        () => {
          waiting = null;
          act();
        },
        Math.max(0, since + everyMs - clock.now()),
      );
    },
    close: () => waiting?.cancel(),
  };
}

const realClock: Clock = {
  now: () => performance.now(),
  later(act, ms) {
    const timer = setTimeout(act, ms).unref();
    return { cancel: () => clearTimeout(timer) };
  },
};

/** Converts a printed line to a log event. JSON lines of the Cloud Functions logger have their own severity. */
function libraryLine(printed: string, level: Level): LogEvent {
  const text = printed.trimEnd();
  const entry = text.startsWith('{') ? parseEntry(text) : null;
  if (entry === null) return { level, source: 'library', message: text };
  const { severity, message = '', ...rest } = entry;
  const details = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
  return {
    level: severities[severity] ?? 'error',
    source: 'functions',
    message: `${String(message)}${details}`.trim(),
  };
}

const severities: Record<string, Level> = { DEBUG: 'debug', INFO: 'info', NOTICE: 'info', WARNING: 'warn' };

function parseEntry(text: string): ({ severity: string } & Record<string, unknown>) | null {
  try {
    const parsed = JSON.parse(text) as { severity?: unknown };
    return typeof parsed.severity === 'string' ? { ...parsed, severity: parsed.severity } : null;
  } catch {
    return null;
  }
}
