import type { LogEvent } from '@frontage/firestore-server/log';
import { startDeliveries } from './deliver.ts';
import type { DeliveryOptions, EventSource } from './deliver.ts';
import type { DeadLetter } from './subscription.ts';

export const RETRY = { attempts: 4, firstMs: 1, longestMs: 4 };

/** A function and its handler for one event. */
interface Reached {
  name: string;
  timeoutMs: number;
  concurrency: number;
  retry: boolean;
  run: () => unknown;
}

/** A function with a concurrency of 32 that is retried after failures. */
export const target = (name: string, run: () => unknown, timeoutMs = 1_000): Reached => ({
  name,
  timeoutMs,
  concurrency: 32,
  retry: true,
  run,
});

interface MemorySource extends EventSource {
  add(id: string, reached: Reached[]): void;
  /** The ids of events that at least one function has not finished. */
  left(): string[];
  /** The number of events that were checked for a function. */
  offered(name: string): number;
}

/** An event log in memory; each event has its functions. */
export function sourceOf(events: Iterable<[string, Reached[]]>): MemorySource {
  const log = [...events].map(([id, reached], index) => ({ id, reached, sequence: index + 1 }));
  const find = (sequence: number) => log[sequence - 1];
  let positions = new Map<string, number>();
  const offered: string[] = [];
  const targets = new Map(log.flatMap(({ reached }) => reached.map((each) => [each.name, each])));
  return {
    name: 'memory',
    targets: [...targets.values()].map((each) => ({
      ...each,
      run: (sequence) =>
        find(sequence)
          ?.reached.find(({ name }) => name === each.name)
          ?.run(),
    })),
    readers: { positions: () => positions, keep: (now) => void (positions = new Map(now)) },
    headings: (after, limit) =>
      log.slice(after, after + limit).map(({ sequence, reached }) => ({
        sequence,
        reaches: (asked) => (offered.push(asked), reached.some(({ name }) => name === asked)),
      })),
    describe: (sequence) => ({ id: find(sequence)?.id ?? '', title: `event ${find(sequence)?.id}` }),
    add: (id, reached) => void log.push({ id, reached, sequence: log.length + 1 }),
    left: () => log.slice(Math.min(log.length, ...positions.values())).map(({ id }) => id),
    offered: (name) => offered.filter((each) => each === name).length,
  };
}

/** A number of events for the same functions. */
export const manyOf = (count: number, reached: Reached[]): [string, Reached[]][] =>
  Array.from({ length: count }, (_, n) => [String(n), reached]);

/** Starts deliveries of a source; also returns their log lines and dead letters. */
export function start(source: EventSource, options: Partial<DeliveryOptions> = {}) {
  const logged: LogEvent[] = [];
  const letters: DeadLetter[] = [];
  const deliveries = startDeliveries({
    sources: [source],
    log: (event) => logged.push(event),
    onDeadLetter: (letter) => letters.push(letter),
    retry: RETRY,
    ...options,
  });
  return { deliveries, logged, letters };
}

/** A function that fails a number of times before it succeeds. */
export const failing = (times: number) => {
  let calls = 0;
  const run = (): void => {
    calls += 1;
    if (calls <= times) throw new Error(`failure ${calls}`);
  };
  return { run, calls: () => calls };
};
