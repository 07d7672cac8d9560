import { setImmediate as othersDone, setTimeout as after } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Serves each user's requests one after another, in turn with other users, and after pending publishes. */
export interface Turns {
  /**
   * Runs work in its user's turn. If a user has too many waiting requests, the newest replaces the oldest, which is
   * `replaced`; if all users together have too many, new ones are `crowded` out.
   */
  take<Value>(asker: string, work: () => Promise<Value>): Promise<Value | Unanswered>;
  /** Runs a publish before waiting requests, up to a time limit. */
  yieldTo(publish: Promise<unknown>): void;
}

type Unanswered = 'replaced' | 'crowded';

// Everybody in a room may open the same link at once.
const mostWaiting = 50;
const mostWaitingInAll = 300;
// A request of a second, such as a long impact list, must not delay previews of other users.
const atOnce = 4;
/** Admission rounds: accept requests until the first is answered and the last body is read. */
const mostRounds = 300;
const quietRounds = 3;
/** Milliseconds that a publish has for itself. */
const lead = 300;

/** `connections`: how many have been taken so far. */
export function openTurns(connections: () => number = () => 0): Turns {
  const lines = new Map<string, { queue: PQueue; waiting: Set<AbortController> }>();
  // A line has one at a time in it, so that all have their turns however long theirs are.
  const served = new PQueue({ concurrency: atOnce });
  let waitingInAll = 0;
  let ahead: Promise<unknown> = Promise.resolve();

  // One connection is accepted per round of the event loop: without these rounds, a new request, even a publish, would wait
  // for four pages to be drawn before each.
  let known = 0;
  let entering: Promise<void> | null = null;
  const letIn = async (): Promise<void> => {
    for (let [quiet, round] = [0, 0]; quiet < quietRounds && round < mostRounds; round += 1) {
      quiet = known === connections() ? quiet + 1 : 0;
      known = connections();
      await othersDone();
    }
    entering = null;
  };
  const othersIn = async (): Promise<void> => {
    await othersDone();
    if (known !== connections()) entering ??= letIn();
    await entering;
  };

  const openLine = (asker: string) => {
    const line = { queue: new PQueue({ concurrency: 1 }), waiting: new Set<AbortController>() };
    line.queue.on('idle', () => lines.delete(asker));
    lines.set(asker, line);
    return line;
  };

  return {
    take: async (asker, work) => {
      const { queue, waiting } = lines.get(asker) ?? openLine(asker);
      if (waiting.size >= mostWaiting) [...waiting][0]?.abort();
      else if (waitingInAll >= mostWaitingInAll) return 'crowded';
      const place = new AbortController();
      const leave = (): void => {
        if (waiting.delete(place)) waitingInAll -= 1;
      };
      place.signal.addEventListener('abort', leave);
      waiting.add(place);
      waitingInAll += 1;
      const turn = () =>
        served.add(async () => {
          await othersIn();
          await ahead;
          leave();
          return place.signal.aborted ? 'replaced' : work();
        });
      return queue.add(turn, { signal: place.signal }).catch((error: unknown) => {
        if (place.signal.aborted) return 'replaced';
        throw error;
      });
    },
    yieldTo: (publish) => {
      const done = publish.catch(() => undefined);
      ahead = Promise.race([done, after(lead, undefined, { ref: false })]);
    },
  };
}
