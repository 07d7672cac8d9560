import { accessSync, constants, existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '@frontage/model/operator-error';
import { z } from 'zod';
import { root } from '../configuration.ts';
import { failureFrom } from '../failure-from.ts';
import type { Failure } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { findRunning, loadSecrets } from '../instance.ts';
import { findUnusablePort, portsFrom, servers } from '../ports.ts';
import type { Machine } from './machine.ts';

const wanted = z.object({ dependencies: z.object({ node: z.string(), 'firebase-tools': z.string() }) });
const installed = z.object({ version: z.string() });

/** Reads the properties of this machine for `examineMachine`. Changes nothing. */
export async function readMachine({ data, port, host }: Pick<Flags, 'data' | 'port' | 'host'>): Promise<Machine> {
  const dataDir = resolve(data);
  const { dependencies } = wanted.parse(readJson(join(root, 'package.json')));
  const tools = installed.safeParse(readJson(join(root, 'node_modules/firebase-tools/package.json')));
  const running = findRunning(dataDir);
  const existingFolder = nearestFolder(dataDir);
  const { bavail, bsize } = statfsSync(existingFolder);
  return {
    versions: {
      node: { has: process.versions.node, wants: dependencies.node },
      'firebase-tools': { has: tools.data?.version ?? null, wants: dependencies['firebase-tools'] },
    },
    freeDisk: bavail * bsize,
    memory: totalmem(),
    ports: {
      first: port,
      last: port + servers.length - 1,
      unusable: running ? null : await findUnusablePort(portsFrom(port), host),
    },
    runningPid: running?.pid ?? null,
    dataDir,
    damage: [...failuresOf(() => accessSync(existingFolder, constants.W_OK), dataDir), ...damageBelow(dataDir)],
    browser: await findBrowser(),
  };
}

function damageBelow(dataDir: string): Failure[] {
  if (!existsSync(dataDir)) return [];
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name));
  const databases = files.filter((file) => file.endsWith('.sqlite'));
  const secrets = existsSync(join(dataDir, 'secrets.json')) ? failuresOf(() => loadSecrets(dataDir), dataDir) : [];
  return [...secrets, ...databases.flatMap((file) => failuresOf(() => checkDatabase(file), file))];
}

/** SQLite's error code for a database that another process has locked. */
const busy = 5;

function checkDatabase(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare('PRAGMA quick_check(1)').all();
    if (rows.some((row) => row['quick_check'] !== 'ok'))
      throw new OperatorError(`${file} is damaged`, 'Restore a copy; without one, see docs/troubleshooting.md');
  } catch (error) {
    // A locked database was intact when its process opened it.
    if (!(error instanceof Error && 'errcode' in error && error.errcode === busy)) throw error;
  } finally {
    database.close();
  }
}

/** The failure of `attempt` on a folder or file; empty if it succeeds. */
function failuresOf(attempt: () => unknown, path: string): Failure[] {
  try {
    attempt();
    return [];
  } catch (error) {
    return [failureFrom(error, path)];
  }
}

/** The folder itself if it exists, else its nearest existing parent. */
const nearestFolder = (folder: string): string => (existsSync(folder) ? folder : nearestFolder(dirname(folder)));

const readJson = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

async function findBrowser(): Promise<string | null> {
  try {
    const { findChromium } = await import('./browser.ts');
    return findChromium();
  } catch {
    // An installation of the pipeline alone lacks the packages of the tests.
    return null;
  }
}
