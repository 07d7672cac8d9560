import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A thread that executes orders one after another. It starts with the first order and ends after a pause. */
export interface BackgroundThread<Order, Answer> {
  /** @throws the error of the order; the next order starts another thread. */
  ask(order: Order): Promise<Answer>;
  /** Ends the thread after the running order. */
  end(): Promise<void>;
}

// An idle thread uses tens of megabytes.
const idleMs = 10_000;

/** `module` answers each message with one message, and ends when the message is null. */
export function openBackgroundThread<Order, Answer>(module: URL): BackgroundThread<Order, Answer> {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const answerTo = async (order: Order): Promise<Answer> => {
    clearTimeout(timer);
    const thread = (worker ??= new Worker(module));
    thread.ref();
    const exited = new AbortController();
    const onExit = (code: number): void => exited.abort(new Error(`The thread ended with code ${String(code)}`));
    thread.once('exit', onExit);
    const answer = once(thread, 'message', { signal: exited.signal });
    thread.postMessage(order);
    try {
      const [message] = (await answer) as [Answer];
      return message;
    } catch (error) {
      worker = null;
      throw error;
    } finally {
      thread.off('exit', onExit);
      thread.unref();
      timer = setTimeout(() => void end(), idleMs).unref();
    }
  };
  const end = async (): Promise<void> => {
    await last;
    clearTimeout(timer);
    const ending = worker;
    worker = null;
    if (ending === null) return;
    ending.ref();
    const exited = once(ending, 'exit');
    ending.postMessage(null);
    await exited;
  };

  return {
    ask: (order) => {
      const answer = last.then(() => answerTo(order));
      last = answer.catch(() => undefined);
      return answer;
    },
    end,
  };
}
