import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PageFacts, ReadInThread } from '../../health/page-facts.ts';
import type { ParserThread, TextParts } from '../../sync/text-screen.ts';
import type { ParseAnswer, ParseOrder } from './parse-text.ts';

interface ParserOptions {
  /** The limit of processor time for measuring a text, in milliseconds; 2,000 by default. */
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
export function openParserThread({ limit = defaultLimit }: ParserOptions = {}): ParserThread & {
  readPage: ReadInThread;
} {
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

  /** Resolves with null when the thread has used its limit; processor time does not depend on the machine's load. */
  const exceeded = async (thread: Worker, signal: AbortSignal): Promise<null> => {
    const before = cpuOf(await thread.cpuUsage());
    while (cpuOf(await thread.cpuUsage()) - before < limit) await pause(lookEvery, undefined, { signal, ref: false });
    return null;
  };

  /** The thread's answer; null if it ended or exceeded the limit, which only texts that were not measured have. */
  const answerTo = async (order: ParseOrder): Promise<ParseAnswer | null> => {
    if (isClosed) throw new Error('The parser was closed');
    clearTimeout(timer);
    const thread = (worker ??= await start());
    thread.ref();
    const done = new AbortController();
    // An error ends the thread: a text that exhausts its memory or stack cannot be parsed elsewhere either.
    const { promise: answered, resolve } = Promise.withResolvers<ParseAnswer | null>();
    const refuse = (): void => resolve(null);
    thread.once('message', resolve);
    thread.once('exit', refuse);
    thread.postMessage(order);
    const isLimited = order.order === 'measure';
    const ended = isLimited ? exceeded(thread, done.signal).catch(() => answered) : answered;
    const answer = await Promise.race([answered, ended]);
    done.abort();
    if (isClosed) throw new Error('The parser was closed');
    if (answer === null) await end();
    else {
      thread.off('exit', refuse);
      thread.unref();
      timer = setTimeout(() => void end(), idleMs).unref();
    }
    return answer;
  };
  const inTurn = (order: ParseOrder): Promise<ParseAnswer | null> => {
    const answered = turn.then(() => answerTo(order));
    turn = answered.catch(() => undefined);
    return answered;
  };
  return {
    measure: async (text) => {
      const ms = (await inTurn({ order: 'measure', text })) as number | null;
      return ms === null || ms > limit ? Infinity : ms;
    },
    read: (text) => inTurn({ order: 'read', text }) as Promise<TextParts | null>,
    readPage: (text) => inTurn({ order: 'readPage', text }) as Promise<PageFacts | null>,
    close: async () => {
      isClosed = true;
      await end();
    },
  };
}

const cpuOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
