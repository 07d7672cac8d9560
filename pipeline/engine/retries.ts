import type { Problem } from '@frontage/model/build-state';
import { messageWithNext } from '@frontage/model/operator-error';
import { DiskFullError } from '../site/blobs.ts';
import type { Monitor } from '../status/monitor.ts';

/** An item that fails even without the others, and its error. */
interface Culprit<Item> {
  item: Item;
  error: unknown;
}

interface Failed<Item> {
  /** The error of the attempt with all items. */
  error: unknown;
  /** The operation to retry. */
  act: (items: readonly Item[]) => Promise<void>;
  /** Rejects if the operation fails regardless of the item (for example, the source is down). */
  probe: () => Promise<unknown>;
}

/**
 * Retries a failed operation on halves of the items until each failing item is isolated. Returns the failing items; for
 * the others, the operation has succeeded.
 * @throws `error` if `probe` rejects or there are no items, and any DiskFullError, because no item causes it.
 */
export async function bisectFailures<Item>(
  items: readonly Item[],
  { error, act, probe }: Failed<Item>,
): Promise<Culprit<Item>[]> {
  if (items.length === 0 || error instanceof DiskFullError) throw error;
  await probe().catch(() => {
    throw error;
  });
  // A single item is retried too: the first failure may have been temporary.
  return doInHalves(items, act);
}

async function doInHalves<Item>(items: readonly Item[], act: Failed<Item>['act']): Promise<Culprit<Item>[]> {
  const middle = Math.ceil(items.length / 2);
  const culprits: Culprit<Item>[] = [];
  for (const half of [items.slice(0, middle), items.slice(middle)].filter(({ length }) => length > 0)) {
    try {
      await act(half);
    } catch (error) {
      if (error instanceof DiskFullError) throw error;
      culprits.push(...(half.length === 1 ? blame(half, error) : await doInHalves(half, act)));
    }
  }
  return culprits;
}

const blame = <Item>(items: readonly Item[], error: unknown): Culprit<Item>[] => items.map((item) => ({ item, error }));

/** Quarantined documents: each is retried alone with a growing delay, without blocking others. */
export interface Quarantine {
  /** Adds a document, or doubles its delay. Logs and returns the problem. */
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

interface QuarantineOptions {
  /** Called with a document when its delay has passed: 30 seconds at first, at most an hour. */
  retry: (document: string) => void;
  log: Monitor['log'];
}

export function openQuarantine({ retry, log }: QuarantineOptions): Quarantine {
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
      log({ event: 'problem', ...problem });
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
