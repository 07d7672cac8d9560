import type { Route } from '../plan/routes.ts';

/** Which routes each of several lanes is to render next. */
export interface ShardQueue {
  /** Indices of the next routes: the lane's, then those left by others; none when all are taken. */
  take(lane: number): number[];
  clear(): void;
}

// Promises alone starve the event loop: without pauses, bulk renders grow the heap and hold up every other request.
const shardSize = 25;

/** Queues the routes with these indices. */
export function queueShards(
  routes: readonly Route[],
  { indices, lanes }: { indices: readonly number[]; lanes: number },
): ShardQueue {
  const queues: number[][] = Array.from({ length: lanes }, () => []);
  for (const index of indices) queues[laneOf(routes[index]?.path ?? '', lanes)]?.push(index);
  const longest = (): number[] => queues.reduce((one, other) => (other.length > one.length ? other : one));
  return {
    take: (lane) => {
      const own = queues[lane];
      return (own && own.length > 0 ? own : longest()).splice(0, shardSize);
    },
    clear: () => {
      for (const queue of queues) queue.length = 0;
    },
  };
}

/** A route has the same lane again and again: there its text may be remembered. */
function laneOf(path: string, lanes: number): number {
  let sum = 0;
  for (let index = 0; index < path.length; index += 1) sum = (31 * sum + path.charCodeAt(index)) % 1_000_003;
  return sum % lanes;
}
