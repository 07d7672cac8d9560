import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { beforeAnswer } from '../before-answer.ts';
import { close, listen, PortTakenError } from '../listen.ts';
import { describe } from '../log.ts';
import type { LogEvent } from '../log.ts';
import { openAccountStore } from './account-store.ts';
import { createDurableState } from './durable-state.ts';
import type { DurableState } from './durable-state.ts';
import { apiSpec, operationsModule, REFUSE_OTHER_PROJECTS, serverModule, toolsLogger } from './emulator-api.ts';
import { withTotp } from './totp-operations.ts';
import { trimApiSpec } from './trim-api-spec.ts';

/** The Authentication service in a thread of its own: compiling the emulator's API description takes seconds of computing. */

export interface AuthWorkerData {
  project: string;
  host: string;
  port: number;
  file: string;
}

export type AuthWorkerMessage =
  | { kind: 'ready'; port: number }
  | { kind: 'failed'; message: string; takenPort: number | null }
  | { kind: 'log'; event: LogEvent };

const send = (message: AuthWorkerMessage): void => parentPort?.postMessage(message);
const log = (level: LogEvent['level'], message: string): void =>
  send({ kind: 'log', event: { level, source: 'auth', message } });

const isAdministrative = (request: IncomingMessage): boolean =>
  request.url?.startsWith('/emulator/v1/') === true ||
  /^bearer (owner|ya29\.)/i.test(request.headers.authorization ?? '');

function refuse(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      error: { code: 403, message: 'Web pages may not act as administrator.', status: 'PERMISSION_DENIED' },
    }),
  );
}

async function createEmulator(project: string, state: DurableState) {
  trimApiSpec(apiSpec);
  operationsModule.authOperations = withTotp(operationsModule.authOperations);
  return serverModule.createApp(project, REFUSE_OTHER_PROJECTS, new Map([[project, state]]));
}

async function main({ project, host, port, file }: AuthWorkerData): Promise<void> {
  toolsLogger.on('data', ({ level, metadata }) => {
    if (typeof metadata?.message === 'string')
      log(level === 'warn' || level === 'error' ? level : 'info', metadata.message);
  });
  const store = openAccountStore(file);
  const state = createDurableState(project, store);
  const emulator = await createEmulator(project, state);
  const server = createServer((request, response) => {
    if (request.headers.origin !== undefined && isAdministrative(request)) return refuse(response);
    beforeAnswer(response, () => {
      try {
        state.flush();
      } catch (error) {
        // An answer would promise what is not on disk.
        log('error', `Could not save accounts: ${describe(error)}`);
        response.destroy();
      }
    });
    emulator(request, response);
  });
  const bound = await listen(server, 'auth', { host, port });
  parentPort?.once('message', () => {
    void close(server).then(() => {
      state.flush();
      store.close();
      parentPort?.close();
    });
  });
  send({ kind: 'ready', port: bound });
}

main(workerData as AuthWorkerData).catch((error: unknown) => {
  send({ kind: 'failed', message: describe(error), takenPort: error instanceof PortTakenError ? error.port : null });
});
