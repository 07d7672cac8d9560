import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { skipWhenDiskFull } from '@frontage/pipeline/adapters/disk/disk-full';
import { isLocked, lockFile } from '@frontage/pipeline/adapters/disk/lock';
import { OperatorError } from '@frontage/model/operator-error';
import { z } from 'zod';
import type { Failure } from './failure.ts';
import { makeFolder } from './make-folder.ts';
import type { Ports } from './ports.ts';
import { servers } from './ports.ts';
import { parseJson } from './parse-json.ts';

/** A running instance's record in its data folder. */
const running = z.object({
  pid: z.int(),
  project: z.string(),
  host: z.string(),
  ports: z.record(z.enum(servers), z.int()),
});

export type Running = { pid: number; project: string; host: string; ports: Ports };

const secretNames = ['PUBLISH_WEBHOOK_SECRET', 'DEMO_TOKEN_SECRET', 'STATUS_TOKEN'] as const;
export type Secrets = Record<(typeof secretNames)[number], string>;

/** A data folder that this process has for itself. */
interface Claim {
  release(): void;
}

const storedSecrets = z.partialRecord(z.enum(secretNames), z.string().min(1));

const recordFile = (dataDir: string) => join(dataDir, 'running.json');

// Held by the running process and released when it ends in any way: the record only identifies the process.
const lockOf = (dataDir: string) => join(dataDir, 'running.lock');

// A killed process needs a moment to be gone.
const patience = 2_000;

/** The instance that runs on a data folder. */
export function findRunning(dataDir: string): Running | null {
  return existsSync(lockOf(dataDir)) && isLocked(lockOf(dataDir)) ? readRecord(dataDir) : null;
}

/** Claims a data folder for this process; a failure when another one runs on it. */
export function claimDataDir(dataDir: string, record: Running): Claim | Failure {
  makeFolder(dataDir);
  const lock = lockFile(lockOf(dataDir), patience);
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
 * The folder's own random secrets, made at first use and readable by their owner alone.
 * @throws OperatorError when the file holds something else.
 */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  makeFolder(dataDir);
  const read = storedSecrets.safeParse(existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : {});
  if (!read.success) {
    const next =
      'Restore a copy, or remove it: new secrets are created. Visitors who opened a protected demo enter its ' +
      'password again, an editor setting one saves again, and senders of signed hints need the new secret';
    throw new OperatorError(`${file} is damaged`, next);
  }
  const stored = read.data;
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, stored[name] ?? `whsec_${randomBytes(32).toString('base64')}`]),
  ) as Secrets;
  if (secretNames.some((name) => stored[name] === undefined)) writeAtomically(file, JSON.stringify(secrets));
  return secrets;
}

/** The parsed text; undefined if it is not JSON. */

/** The token that opens a running instance's status; null where the folder has none. */
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
