import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Failure } from './failure.ts';
import type { Ports } from './ports.ts';
import { servers } from './ports.ts';

/** What a running instance says of itself in its data folder. */
const running = z.object({
  pid: z.int(),
  project: z.string(),
  host: z.string(),
  ports: z.record(z.enum(servers), z.int()),
});

export type Running = { pid: number; project: string; host: string; ports: Ports };

const secretNames = ['PUBLISH_WEBHOOK_SECRET', 'DEMO_TOKEN_SECRET'] as const;
export type Secrets = Record<(typeof secretNames)[number], string>;

const recordFile = (dataDir: string) => join(dataDir, 'running.json');

/** The instance that runs on a data folder, if its process is still alive. */
export function findRunning(dataDir: string): Running | null {
  const file = recordFile(dataDir);
  if (!existsSync(file)) return null;
  const record = running.safeParse(JSON.parse(readFileSync(file, 'utf8') || 'null'));
  return record.success && isAlive(record.data.pid) ? record.data : null;
}

/** Claims a data folder for this process; a failure when another one runs on it. */
export function claimDataDir(dataDir: string, record: Running): Failure | null {
  mkdirSync(dataDir, { recursive: true });
  const other = findRunning(dataDir);
  if (other) {
    return {
      what: `Another instance (process ${other.pid}) already uses ${dataDir}`,
      next: 'Stop it first, or give this one its own folder: npm start -- --data DIR',
    };
  }
  writeAtomically(recordFile(dataDir), JSON.stringify(record));
  return null;
}

/** Gives a data folder back. */
export function releaseDataDir(dataDir: string): void {
  rmSync(recordFile(dataDir), { force: true });
}

/** The folder's own random secrets, made at first use and readable by their owner alone. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true });
  const stored = existsSync(file) ? z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, stored[name] ?? `whsec_${randomBytes(32).toString('base64')}`]),
  ) as Secrets;
  if (secretNames.some((name) => stored[name] === undefined)) writeAtomically(file, JSON.stringify(secrets));
  return secrets;
}

function writeAtomically(file: string, content: string): void {
  writeFileSync(`${file}.new`, content, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process that exists but belongs to somebody else still holds the folder.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
