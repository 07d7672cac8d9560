import type { Problem } from '@frontage/model/build-state';
import { messageWithNext } from '@frontage/model/operator-error';

/** Quarantined documents: each is retried alone with a growing delay, without blocking others. */
export interface Quarantine {
  /** Adds a document, or doubles its delay. Returns the problem to report. */
  put(document: string, error: unknown): Problem;
  /** Removes a document that did not fail this time. */
  clear(document: string): void;
  documents(): string[];
  problems(): Problem[];
  close(): void;
}

interface QuarantinedDocument {
  problem: Problem;
  attempts: number;
  timer: NodeJS.Timeout;
}

const firstDelay = 30_000;
const longestDelay = 3_600_000;

/** `retry` is called with a document when its delay has passed: 30 seconds at first, at most an hour. */
export function openQuarantine(retry: (document: string) => void): Quarantine {
  const entries = new Map<string, QuarantinedDocument>();
  return {
    put: (document, error) => {
      const before = entries.get(document);
      if (before) clearTimeout(before.timer);
      const attempts = (before?.attempts ?? 0) + 1;
      const timer = setTimeout(() => retry(document), Math.min(longestDelay, firstDelay * 2 ** (attempts - 1)));
      timer.unref();
      const reason = messageWithNext(error);
      const message = `Failed, will be retried: ${reason}`;
      const problem = { document, field: null, message };
      entries.set(document, { problem, attempts, timer });
      return problem;
    },
    clear: (document) => {
      clearTimeout(entries.get(document)?.timer);
      entries.delete(document);
    },
    documents: () => [...entries.keys()],
    problems: () => [...entries.values()].map(({ problem }) => problem),
    close: () => {
      for (const { timer } of entries.values()) clearTimeout(timer);
    },
  };
}
