import type { Route } from '../plan/routes.ts';

/** Distributes routes to lanes in shards. */
export interface ShardQueue {
  /** Indices of the lane's next routes or, if it has none left, of the longest queue's. Empty when all are taken. */
  take(lane: number): number[];
  clear(): void;
}

// Routes between two pauses. Promises alone starve the event loop: without pauses, bulk renders grow the heap and delay
// every other request.
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

/** The lane of a route, which is the same in every render: that lane's thread may have cached the route's text. */
function laneOf(path: string, lanes: number): number {
  let sum = 0;
  for (let index = 0; index < path.length; index += 1) sum = (31 * sum + path.charCodeAt(index)) % 1_000_003;
  return sum % lanes;
}
