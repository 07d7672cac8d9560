import { setTimeout } from 'node:timers/promises';

/** What is done about documents that were written. */
export interface Work {
  /** Has all be right for these. */
  bring(ids: ReadonlySet<string>): Promise<void>;
  /** Says that there is much to catch up with, and by what it returns that this is done. */
  begin(): Promise<() => Promise<void>>;
  /** Says that what was let go is to be looked for. */
  abandon(): Promise<void>;
}

interface Waiting {
  id: string;
  done: PromiseWithResolvers<void>;
}

// More than that is an import, a restore or the like.
const fewAtOnce = 16;
const calmAfter = 500;
// Well within the time of a call, less what is then to be done.
const gathersFor = 20_000;

/**
 * Of few writes each waits until its work is done; what comes while others are at work goes together. Where many come at once all but
 * one are let go, also what comes then, and the work is done once for all of them when it is calm. The one that stays fails
 * should that come to nothing.
 */
export function gatherWrites({ bring, begin, abandon }: Work): (id: string) => Promise<void> {
  const waiting: Waiting[] = [];
  let isAtWork = false;
  let gathered: Set<string> | null = null;
  let heard = 0;

  const work = async (): Promise<void> => {
    isAtWork = true;
    while (waiting.length > 0) await (waiting.length > fewAtOnce ? gather() : follow(waiting.splice(0)));
    isAtWork = false;
  };

  const follow = (together: readonly Waiting[]): Promise<void> =>
    bring(new Set(together.map(({ id }) => id))).then(
      () => together.forEach(({ done }) => done.resolve()),
      (error: unknown) => together.forEach(({ done }) => done.reject(error)),
    );

  const gather = async (): Promise<void> => {
    const [last] = waiting.splice(0, 1);
    if (!last) return;
    try {
      const end = await begin();
      const ids = (gathered = new Set([last.id]));
      for (const { id, done } of waiting.splice(0)) {
        ids.add(id);
        done.resolve();
      }
      const until = performance.now() + gathersFor;
      do {
        heard = 0;
        await setTimeout(calmAfter);
      } while (heard > fewAtOnce && performance.now() < until);
      gathered = null;
      await bring(ids);
      await end();
      last.done.resolve();
    } catch (error) {
      await abandon().catch(() => undefined);
      last.done.reject(error);
    }
  };

  return (id) => {
    if (gathered !== null) {
      heard += 1;
      gathered.add(id);
      return Promise.resolve();
    }
    const done = Promise.withResolvers<void>();
    waiting.push({ id, done });
    if (!isAtWork) void work();
    return done.promise;
  };
}
