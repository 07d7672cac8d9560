import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ParserThread } from '../../sync/text-screen.ts';

interface ParserOptions {
  /** The limit of processor time for a text, in milliseconds; 2,000 by default. */
  limit?: number;
}

const defaultLimit = 2_000;
// Milliseconds between two looks at the processor time of the thread.
const lookEvery = 50;
// Long enough that the thread does not end between two edits. An idle thread uses tens of megabytes.
const idleMs = 30_000;
// Several times the memory that a text of the maximum length takes.
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** Opens a parser that starts its thread on first use, ends it when idle, and stops it at the limit. */
export function openParserThread({ limit = defaultLimit }: ParserOptions = {}): ParserThread {
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const end = async (): Promise<void> => {
    clearTimeout(timer);
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };
  const start = async (): Promise<Worker> => {
    const thread = new Worker(new URL('./parse-text.ts', import.meta.url), { resourceLimits: memory });
    // An error without a listener would end the process; an ended thread is replaced by the next text.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      if (worker === thread) worker = null;
    });
    await once(thread, 'message');
    return thread;
  };

  /** Resolves when the thread has used its limit; processor time does not depend on the load of the machine. */
  const exceeded = async (thread: Worker, signal: AbortSignal): Promise<number> => {
    const before = cpuOf(await thread.cpuUsage());
    while (cpuOf(await thread.cpuUsage()) - before < limit) await pause(lookEvery, undefined, { signal, ref: false });
    return Infinity;
  };

  const measure = async (text: string): Promise<number> => {
    if (isClosed) throw new Error('The parser was closed');
    clearTimeout(timer);
    const thread = (worker ??= await start());
    thread.ref();
    const done = new AbortController();
    // An error ends the thread: a text that exhausts its memory or stack cannot be parsed elsewhere either.
    const { promise: answered, resolve } = Promise.withResolvers<number>();
    const refuse = (): void => resolve(Infinity);
    thread.once('message', resolve);
    thread.once('exit', refuse);
    thread.postMessage(text);
    const ended = exceeded(thread, done.signal).catch(() => answered);
    const used = await Promise.race([answered, ended]);
    const ms = used > limit ? Infinity : used;
    done.abort();
    if (isClosed) throw new Error('The parser was closed');
    if (ms === Infinity) await end();
    else {
      thread.off('exit', refuse);
      thread.unref();
      timer = setTimeout(() => void end(), idleMs).unref();
    }
    return ms;
  };
  return {
    measure: (text) => {
      const measured = turn.then(() => measure(text));
      turn = measured.catch(() => undefined);
      return measured;
    },
    close: async () => {
      isClosed = true;
      await end();
    },
  };
}

const cpuOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
