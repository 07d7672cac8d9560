import { setImmediate as nextTurn, setTimeout as after } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Serves each user's requests one after another, in turn with other users, and after pending publishes. */
export interface RequestQueue {
  /**
   * Runs work in its user's turn. If a user has too many waiting requests, the newest replaces the oldest, which is
   * `replaced`; if all users together have too many, new ones are `crowded` out.
   */
  take<Value>(user: string, work: () => Promise<Value>): Promise<Value | Unanswered>;
  /** Runs a publish before waiting requests, up to a time limit. */
  yieldTo(publish: Promise<unknown>): void;
}

type Unanswered = 'replaced' | 'crowded';

// Many people may open the same preview link at once, and share its turn.
const mostWaiting = 50;
const mostWaitingInAll = 300;
// A request that takes a second, such as a long impact list, must not delay previews of other users.
const concurrentRequests = 4;
/** The maximum number of rounds of the event loop in which connections are accepted before a request runs. */
const mostRounds = 300;
/** Rounds without a new connection after which a request runs. */
const quietRounds = 3;
/** The maximum milliseconds for which requests wait for a publish. */
const publishLead = 300;

/** `connections` returns the number of connections accepted so far. */
export function createRequestQueue(connections: () => number = () => 0): RequestQueue {
  const queues = new Map<string, { queue: PQueue; waiting: Set<AbortController> }>();
  // Each user has at most one request in this queue, so that users take turns however many requests one of them has.
  const running = new PQueue({ concurrency: concurrentRequests });
  let waitingInAll = 0;
  let publishing: Promise<unknown> = Promise.resolve();

  // The event loop accepts one connection per round. Without these rounds, every new connection, even of a publish,
  // would wait until four pages are rendered.
  let known = 0;
  let accepting: Promise<void> | null = null;
  const acceptConnections = async (): Promise<void> => {
    for (let [quiet, round] = [0, 0]; quiet < quietRounds && round < mostRounds; round += 1) {
      quiet = known === connections() ? quiet + 1 : 0;
      known = connections();
      await nextTurn();
    }
    accepting = null;
  };
  const connectionsAccepted = async (): Promise<void> => {
    await nextTurn();
    if (known !== connections()) accepting ??= acceptConnections();
    await accepting;
  };

  const openQueue = (user: string) => {
    const entry = { queue: new PQueue({ concurrency: 1 }), waiting: new Set<AbortController>() };
    entry.queue.on('idle', () => queues.delete(user));
    queues.set(user, entry);
    return entry;
  };

  return {
    take: async (user, work) => {
      const { queue, waiting } = queues.get(user) ?? openQueue(user);
      if (waiting.size >= mostWaiting) [...waiting][0]?.abort();
      else if (waitingInAll >= mostWaitingInAll) return 'crowded';
      const request = new AbortController();
      const stopWaiting = (): void => {
        if (waiting.delete(request)) waitingInAll -= 1;
      };
      request.signal.addEventListener('abort', stopWaiting);
      waiting.add(request);
      waitingInAll += 1;
      const turn = () =>
        running.add(async () => {
          await connectionsAccepted();
          await publishing;
          stopWaiting();
          return request.signal.aborted ? 'replaced' : work();
        });
      return queue.add(turn, { signal: request.signal }).catch((error: unknown) => {
        if (request.signal.aborted) return 'replaced';
        throw error;
      });
    },
    yieldTo: (publish) => {
      const done = publish.catch(() => undefined);
      publishing = Promise.race([done, after(publishLead, undefined, { ref: false })]);
    },
  };
}
