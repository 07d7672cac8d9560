import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { skipWhenDiskFull } from '@frontage/pipeline/disk-full';
import { isLocked, lockFile } from '@frontage/pipeline/lock';
import { OperatorError } from '@frontage/model/operator-error';
import { z } from 'zod';
import { Webhook } from 'standardwebhooks';
import type { Failure } from '../runtime/failure.ts';
import { makeFolder, parseJson } from '../runtime/files.ts';
import { type Ports, servers } from './ports.ts';
import { addressesOf } from './configuration.ts';

/** Schema of the record that a running instance stores in its data folder. */
const running = z.object({
  pid: z.int(),
  project: z.string(),
  host: z.string(),
  ports: z.record(z.enum(servers), z.int()),
});

export type Running = { pid: number; project: string; host: string; ports: Ports };

const secretNames = ['PUBLISH_WEBHOOK_SECRET', 'DEMO_TOKEN_SECRET', 'STATUS_TOKEN'] as const;
export type Secrets = Record<(typeof secretNames)[number], string>;

/** The exclusive claim of this process on a data folder. */
interface Claim {
  release(): void;
}

const storedSecrets = z.partialRecord(z.enum(secretNames), z.string().min(1));

const recordFile = (dataDir: string) => join(dataDir, 'running.json');

// The running process holds this lock; the system releases it when the process ends. The record only identifies it.
const lockOf = (dataDir: string) => join(dataDir, 'running.lock');

// Milliseconds to wait for the lock: a killed process does not end at once.
const lockTimeoutMs = 2_000;

/** The running instance of a data folder; null if none runs or its record cannot be read. */
export function findRunning(dataDir: string): Running | null {
  return existsSync(lockOf(dataDir)) && isLocked(lockOf(dataDir)) ? readRecord(dataDir) : null;
}

/** Claims a data folder for this process; fails if another instance uses it. */
export function claimDataDir(dataDir: string, record: Running): Claim | Failure {
  makeFolder(dataDir);
  const lock = lockFile(lockOf(dataDir), lockTimeoutMs);
  if (!lock) {
    const other = readRecord(dataDir);
    return {
      what: `Another instance${other ? ` (process ${other.pid})` : ''} already uses ${dataDir}`,
      next: 'Stop it first, or give this one its own folder: npm start -- --data DIR',
    };
  }
  skipWhenDiskFull(() => writeAtomically(recordFile(dataDir), JSON.stringify(record)));
  return {
    release: () => {
      rmSync(recordFile(dataDir), { force: true });
      lock.unlock();
    },
  };
}

function readRecord(dataDir: string): Running | null {
  const file = recordFile(dataDir);
  return existsSync(file) ? (running.safeParse(parseJson(readFileSync(file, 'utf8'))).data ?? null) : null;
}

/**
 * The random secrets of a data folder, created on first use. Only the owner may read the file.
 * @throws OperatorError if the file is damaged.
 */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  makeFolder(dataDir);
  const read = storedSecrets.safeParse(existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : {});
  if (!read.success) {
    const next =
      'Restore a copy, or remove it to create new secrets. Then visitors must enter demo passwords again, editors must ' +
      'repeat unfinished changes of demo passwords, and senders of signed hints need the new secret';
    throw new OperatorError(`${file} is damaged`, next);
  }
  const stored = read.data;
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, stored[name] ?? `whsec_${randomBytes(32).toString('base64')}`]),
  ) as Secrets;
  if (secretNames.some((name) => stored[name] === undefined)) writeAtomically(file, JSON.stringify(secrets));
  return secrets;
}

/** The token for the status of a running instance: STATUS_TOKEN, else the stored one; null if there is none. */
export function storedStatusToken(dataDir: string): string | null {
  const file = join(dataDir, 'secrets.json');
  const stored = existsSync(file) ? storedSecrets.safeParse(parseJson(readFileSync(file, 'utf8'))).data : undefined;
  return process.env['STATUS_TOKEN'] ?? stored?.STATUS_TOKEN ?? null;
}

function writeAtomically(file: string, content: string): void {
  try {
    writeFileSync(`${file}.new`, content, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    rmSync(`${file}.new`, { force: true });
    throw error;
  }
}

/** Sends an operator command to the running instance of a data folder; returns its result or the reason for failure. */
export async function sendCommand<Answer extends object>(
  { pid, ports, host }: Running,
  dataDir: string,
  { hook, body }: { hook: string; body: object },
): Promise<Answer | Failure> {
  const payload = JSON.stringify(body);
  const id = randomUUID();
  const now = new Date();
  const { pipeline } = addressesOf(ports, host);
  const request = {
    method: 'POST',
    body: payload,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(loadSecrets(dataDir).PUBLISH_WEBHOOK_SECRET).sign(id, now, payload),
    },
  };
  const answer = await fetch(`${pipeline}/hooks/${hook}`, request).then(
    async (response) => (await response.json()) as Answer | { error: string; next?: string },
    () => null,
  );
  if (answer === null) {
    const what = `The instance that runs on this folder (process ${pid}) does not answer at ${pipeline}`;
    return { what, next: 'It may be starting or stopping: retry in a moment, or stop it and run the command again' };
  }
  return 'error' in answer ? { what: answer.error, next: answer.next ?? 'See: npx frontage status' } : answer;
}
