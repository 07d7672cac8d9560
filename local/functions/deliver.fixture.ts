import type { LogEvent } from '@frontage/firestore-server/log';
import { startDeliveries } from './deliver.ts';
import type { DeliveryOptions, EventSource } from './deliver.ts';
import type { DeadLetter } from './subscription.ts';

export const RETRY = { attempts: 4, firstMs: 1, longestMs: 4 };

/** A function and its handler for one event. */
interface TestFunction {
  name: string;
  timeoutMs: number;
  concurrency: number;
  retry: boolean;
  run: () => unknown;
}

/** A function with a concurrency of 32 that is retried after failures. */
export const target = (name: string, run: () => unknown, timeoutMs = 1_000): TestFunction => ({
  name,
  timeoutMs,
  concurrency: 32,
  retry: true,
  run,
});

interface MemorySource extends EventSource {
  add(id: string, functions: TestFunction[]): void;
  /** The ids of events that at least one function has not finished. */
  unfinished(): string[];
  /** How many events were checked for a function. */
  checked(name: string): number;
}

/** An event log in memory; each event has its functions. */
export function sourceOf(events: Iterable<[string, TestFunction[]]>): MemorySource {
  const log = [...events].map(([id, functions], index) => ({ id, functions, sequence: index + 1 }));
  const find = (sequence: number) => log[sequence - 1];
  let positions = new Map<string, number>();
  const checked: string[] = [];
  const targets = new Map(log.flatMap(({ functions }) => functions.map((each) => [each.name, each])));
  return {
    name: 'memory',
    targets: [...targets.values()].map((each) => ({
      ...each,
      run: (sequence) =>
        find(sequence)
          ?.functions.find(({ name }) => name === each.name)
          ?.run(),
    })),
    readers: { positions: () => positions, keep: (now) => void (positions = new Map(now)) },
    headings: (after, limit) =>
      log.slice(after, after + limit).map(({ sequence, functions }) => ({
        sequence,
        reaches: (asked) => (checked.push(asked), functions.some(({ name }) => name === asked)),
      })),
    describe: (sequence) => ({ id: find(sequence)?.id ?? '', title: `event ${find(sequence)?.id}` }),
    add: (id, functions) => void log.push({ id, functions, sequence: log.length + 1 }),
    unfinished: () => log.slice(Math.min(log.length, ...positions.values())).map(({ id }) => id),
    checked: (name) => checked.filter((each) => each === name).length,
  };
}

/** A number of events for the same functions. */
export const manyOf = (count: number, functions: TestFunction[]): [string, TestFunction[]][] =>
  Array.from({ length: count }, (_, n) => [String(n), functions]);

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
