import { parentPort, workerData } from 'node:worker_threads';
import { describe } from '@frontage/firestore-server/log';
import { readEndpoints } from './endpoints.ts';
import type { FunctionCall, FunctionResult, FunctionThreadData } from './open-function-thread.ts';

/** Runs the document functions of a module in a thread. */

const { module, region } = workerData as FunctionThreadData;
const send = (result: FunctionResult): void => parentPort?.postMessage(result);

const load = async () => {
  const exports = (await import(module)) as Record<string, unknown>;
  return new Map(readEndpoints(exports, region).documents.map((trigger) => [trigger.name, trigger]));
};
const loading = load();
// Calls report the failure.
loading.catch(() => undefined);

const run = async ({ id, name, event }: FunctionCall): Promise<void> => {
  try {
    const trigger = (await loading).get(name);
    if (trigger === undefined) throw new Error(`${module} exports no document function ${name}`);
    await trigger.run(JSON.parse(event) as object);
    send({ id, failure: null });
  } catch (error) {
    send({ id, failure: describe(error) });
  }
};

parentPort?.on('message', (call: FunctionCall) => void run(call));
