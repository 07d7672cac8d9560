import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Validator } from '../../health/site-health.ts';

// Long enough that the thread does not end between two edits. An idle thread uses tens of megabytes.
const idleMs = 30_000;

/** Validates pages in a thread, because a page takes as long as rendering ten. */
export function openValidator(): Validator {
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(timer);
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };
  return {
    validate: async (html) => {
      clearTimeout(timer);
      const thread = (worker ??= new Worker(new URL('./validate-thread.ts', import.meta.url)));
      thread.ref();
      // A terminated thread sends neither a message nor an error.
      const ended = new AbortController();
      const onExit = (): void => ended.abort(new Error('The validator was closed'));
      thread.once('exit', onExit);
      const answer = once(thread, 'message', { signal: ended.signal });
      thread.postMessage(html);
      try {
        const [messages] = (await answer) as [readonly string[]];
        return messages;
      } catch (error) {
        await end();
        throw error;
      } finally {
        thread.off('exit', onExit);
        thread.unref();
        timer = setTimeout(() => void end(), idleMs).unref();
      }
    },
    close: end,
  };
}
