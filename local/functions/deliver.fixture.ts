import type { LogEvent } from '@frontage/firestore-server/log';
import { startDeliveries } from './deliver.ts';
import type { DeliveryOptions, EventSource } from './deliver.ts';
import type { DeadLetter } from './subscription.ts';

export const RETRY = { attempts: 4, firstMs: 1, longestMs: 4 };

/** A function, and what it does with one event. */
interface Reached {
  name: string;
  timeoutMs: number;
  concurrency: number;
  retry: boolean;
  run: () => unknown;
}

/** A function that takes 32 events at a time and is called again when it fails. */
export const target = (name: string, run: () => unknown, timeoutMs = 1_000): Reached => ({
  name,
  timeoutMs,
  concurrency: 32,
  retry: true,
  run,
});

interface MemorySource extends EventSource {
  add(id: string, reached: Reached[]): void;
  /** The events that somebody is not past. */
  left(): string[];
  /** How many events were looked at for a function. */
  offered(name: string): number;
}

/** A log in memory with the given events, each for the given functions. */
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

/** So many events for the same functions. */
export const manyOf = (count: number, reached: Reached[]): [string, Reached[]][] =>
  Array.from({ length: count }, (_, n) => [String(n), reached]);

/** Deliveries of a source, what they log and what they give up. */
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

/** Something that fails so many times before it succeeds. */
export const failing = (times: number) => {
  let calls = 0;
  const run = (): void => {
    calls += 1;
    if (calls <= times) throw new Error(`failure ${calls}`);
  };
  return { run, calls: () => calls };
};
