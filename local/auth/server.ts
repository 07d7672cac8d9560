import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { PortTakenError } from '../listen.ts';
import { fileErrorFrom } from '@frontage/firestore-server/damaged-file';
import type { Log } from '@frontage/firestore-server/log';
import type { AuthWorkerData, AuthWorkerMessage, Mail } from './worker.ts';

export type { Mail };

export interface AuthOptions {
  project: string;
  host: string;
  /** 0 lets the OS choose. */
  port: number;
  /** The SQLite file that holds the accounts. */
  file: string;
  /** Whether responses hide which addresses have an account. Default: false, as in the emulator. */
  hidesAccounts?: boolean | undefined;
  /** Called with every email that hosted Firebase would send. */
  onMail?: ((mail: Mail) => void) | undefined;
  log: Log;
}

export interface AuthService {
  port: number;
  stop(): Promise<void>;
}

/** The worker's failure to start, as an error of this thread. */
function failureFrom({ message, takenPort, file }: Extract<AuthWorkerMessage, { kind: 'failed' }>): Error {
  if (takenPort !== null) return new PortTakenError('auth', takenPort);
  return file === null ? new Error(message) : fileErrorFrom(file);
}

/** Starts Firebase Authentication on one port, with accounts stored in `file`. Rejects with PortTakenError. */
export function startAuth({ log, onMail, hidesAccounts = false, ...listening }: AuthOptions): Promise<AuthService> {
  mkdirSync(dirname(listening.file), { recursive: true });
  const workerData = { ...listening, hidesAccounts } satisfies AuthWorkerData;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, stdout: true, stderr: true });
  for (const stream of [worker.stdout, worker.stderr]) {
    createInterface({ input: stream }).on('line', (message) => log({ level: 'info', source: 'auth', message }));
  }
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let stopping = false;

  return new Promise((resolve, reject) => {
    worker.on('message', (message: AuthWorkerMessage) => {
      if (message.kind === 'log') log(message.event);
      if (message.kind === 'mail') onMail?.(message.mail);
      if (message.kind === 'failed') {
        reject(failureFrom(message));
        void worker.terminate();
      }
      if (message.kind === 'ready') {
        resolve({
          port: message.port,
          async stop() {
            stopping = true;
            worker.postMessage('stop');
            await exited;
          },
        });
      }
    });
    worker.on('error', (error) => {
      reject(error);
      log({ level: 'error', source: 'auth', message: `The Authentication service failed: ${String(error)}` });
    });
    worker.once('exit', (code) => {
      if (!stopping && code !== 0) reject(new Error(`The Authentication service ended with code ${code}`));
    });
  });
}
