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

/** Looks at the machine this runs on, changing nothing. */
export async function readMachine({ data, port, host }: Pick<Flags, 'data' | 'port' | 'host'>): Promise<Machine> {
  const dataDir = resolve(data);
  const { dependencies } = wanted.parse(readJson(join(root, 'package.json')));
  const tools = installed.safeParse(readJson(join(root, 'node_modules/firebase-tools/package.json')));
  const running = findRunning(dataDir);
  const there = nearestFolder(dataDir);
  const { bavail, bsize } = statfsSync(there);
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
    damage: [...refusalsOf(() => accessSync(there, constants.W_OK), dataDir), ...damageBelow(dataDir)],
    browser: await findBrowser(),
  };
}

function damageBelow(dataDir: string): Failure[] {
  if (!existsSync(dataDir)) return [];
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name));
  const databases = files.filter((file) => file.endsWith('.sqlite'));
  const secrets = existsSync(join(dataDir, 'secrets.json')) ? refusalsOf(() => loadSecrets(dataDir), dataDir) : [];
  return [...secrets, ...databases.flatMap((file) => refusalsOf(() => openOnce(file), file))];
}

/** SQLite's code for a database that another process has for itself. */
const busy = 5;

function openOnce(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const answers = database.prepare('PRAGMA quick_check(1)').all();
    if (answers.some((answer) => answer['quick_check'] !== 'ok'))
      throw new OperatorError(`${file} is damaged`, 'Restore a copy; without one, see docs/troubleshooting.md');
  } catch (error) {
    // Holding the lock alone proves that the database was intact at opening.
    if (!(error instanceof Error && 'errcode' in error && error.errcode === busy)) throw error;
  } finally {
    database.close();
  }
}

/** Why something cannot be done with a folder or file, if it cannot. */
function refusalsOf(attempt: () => unknown, about: string): Failure[] {
  try {
    attempt();
    return [];
  } catch (error) {
    return [failureFrom(error, about)];
  }
}

/** The folder, or the nearest one above it that is there. */
const nearestFolder = (folder: string): string => (existsSync(folder) ? folder : nearestFolder(dirname(folder)));

const readJson = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

async function findBrowser(): Promise<string | null> {
  try {
    const { findChromium } = await import('./browser.ts');
    return findChromium();
  } catch {
    // An installation of the pipeline alone has no tests.
    return null;
  }
}
