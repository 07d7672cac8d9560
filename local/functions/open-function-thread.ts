import { Worker } from 'node:worker_threads';
import { describe, type Log } from '@frontage/firestore-server/log';

export interface FunctionThreadData {
  /** The URL of the functions module. */
  module: string;
  /** The region of functions that do not set one. */
  region: string;
}

export interface FunctionCall {
  id: number;
  name: string;
  /** The CloudEvent as JSON. */
  event: string;
}

export interface FunctionResult {
  id: number;
  /** The text of the error; null if the call succeeded. */
  failure: string | null;
}

export interface FunctionThread {
  /** Runs a document function. Rejects with an error whose stack is the one of the function's error. */
  run(name: string, event: object): Promise<void>;
  /** Ends the thread; running calls are rejected. */
  stop(): Promise<void>;
}

/**
 * Runs document functions of a module in one thread, which starts with the first call and again after it has failed. It
 * has the environment and the output of the process.
 */
export function openFunctionThread({ log, ...data }: FunctionThreadData & { log: Log }): FunctionThread {
  const running = new Map<number, PromiseWithResolvers<void>>();
  let worker: Worker | null = null;
  let lastId = 0;

  const settle = ({ id, failure }: FunctionResult): void => {
    const call = running.get(id);
    running.delete(id);
    if (failure === null) call?.resolve();
    else call?.reject(Object.assign(new Error(failure), { stack: failure }));
  };
  const failAll = (failure: string): void => {
    for (const id of [...running.keys()]) settle({ id, failure });
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./function-thread.ts', import.meta.url), {
      workerData: data satisfies FunctionThreadData,
      stdout: true,
      stderr: true,
    });
    // A chunk is the text of one call of `write`, and is printed in one piece, as by a function of this thread.
    started.stdout.on('data', (chunk: Buffer) => void process.stdout.write(chunk));
    started.stderr.on('data', (chunk: Buffer) => void process.stderr.write(chunk));
    started.on('message', settle);
    started.on('error', (error) => {
      log({ level: 'error', source: 'functions', message: `The thread of the functions failed: ${describe(error)}` });
    });
    started.on('exit', () => {
      if (worker !== started) return;
      worker = null;
      failAll('The thread of the functions has ended');
    });
    started.unref();
    return started;
  };

  return {
    run: (name, event) => {
      const call = Promise.withResolvers<void>();
      running.set((lastId += 1), call);
      worker ??= start();
      worker.postMessage({ id: lastId, name, event: JSON.stringify(event) } satisfies FunctionCall);
      return call.promise;
    },
    stop: async () => void (await worker?.terminate()),
  };
}
