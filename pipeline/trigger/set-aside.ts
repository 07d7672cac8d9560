import type { Problem } from '@frontage/model/build-state';
import { messageWithNext } from '@frontage/model/operator-error';

/** Documents that fail alone. They hold nobody up: each is tried again by itself, after a growing delay. */
export interface SetAside {
  put(document: string, error: unknown): Problem;
  /** Notes that a document did not fail this time. */
  clear(document: string): void;
  documents(): string[];
  problems(): Problem[];
  close(): void;
}

interface Aside {
  problem: Problem;
  attempts: number;
  timer: NodeJS.Timeout;
}

const firstDelay = 30_000;
const longestDelay = 3_600_000;

/** `retry` is asked to try a document again. */
export function openSetAside(retry: (document: string) => void): SetAside {
  const asides = new Map<string, Aside>();
  return {
    put: (document, error) => {
      const before = asides.get(document);
      if (before) clearTimeout(before.timer);
      const attempts = (before?.attempts ?? 0) + 1;
      const timer = setTimeout(() => retry(document), Math.min(longestDelay, firstDelay * 2 ** (attempts - 1)));
      timer.unref();
      const reason = messageWithNext(error);
      const message = `Set aside, and tried again later: ${reason}`;
      const problem = { document, field: null, message };
      asides.set(document, { problem, attempts, timer });
      return problem;
    },
    clear: (document) => {
      clearTimeout(asides.get(document)?.timer);
      asides.delete(document);
    },
    documents: () => [...asides.keys()],
    problems: () => [...asides.values()].map(({ problem }) => problem),
    close: () => {
      for (const { timer } of asides.values()) clearTimeout(timer);
    },
  };
}
