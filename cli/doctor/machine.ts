import { accessSync, constants, existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '@frontage/model/operator-error';
import { z } from 'zod';
import { type Failure, failureFrom } from '../runtime/failure.ts';
import { root } from '../target/configuration.ts';
import type { Flags } from '../options.ts';
import { findRunning, loadSecrets } from '../target/instance.ts';
import { findUnusablePort, portsFrom, servers } from '../target/ports.ts';
import { advice, type Finding, type FindingText, missing, ok } from './check.ts';

const wanted = z.object({ dependencies: z.object({ node: z.string(), 'firebase-tools': z.string() }) });
const installed = z.object({ version: z.string() });

/** Reads the properties of this machine for `machineChecks`. Changes nothing. */
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

/** Properties of a machine that the checks compare with the requirements. */
export interface Machine {
  versions: Record<'node' | 'firebase-tools', { has: string | null; wants: string }>;
  /** Bytes, as is `memory`. */
  freeDisk: number;
  memory: number;
  ports: { first: number; last: number; unusable: Failure | null };
  /** Id of the instance's process that uses the data folder; null if none runs. */
  runningPid: number | null;
  dataDir: string;
  /** Why the data folder cannot be used. */
  damage: readonly Failure[];
  /** Path of the browser for tests; null if none is installed. */
  browser: string | null;
}

const gigabyte = 1024 ** 3;
/** Space for the example site, its packages, its compiled templates and some releases. */
const enoughDisk = 2 * gigabyte;
/** The memory used by `npm start` beside a browser. */
const enoughMemory = 2 * gigabyte;
const inGigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`;

export const diskFinding = ({ freeDisk, dataDir }: Machine): Finding[] => [
  freeDisk >= enoughDisk
    ? ok('machine.disk', `${inGigabytes(freeDisk)} of disk space free`)
    : missing('machine.disk', {
        what: `${inGigabytes(freeDisk)} of disk space free; ${inGigabytes(enoughDisk)} recommended`,
        why: 'A full disk stops publishing until space is free; the live release stays',
        next: `du -sh ${dataDir} node_modules`,
      }),
];

export const memoryFinding = ({ memory }: Machine): Finding[] => [
  memory >= enoughMemory
    ? ok('machine.memory', `${inGigabytes(memory)} of memory`)
    : advice('machine.memory', {
        what: `${inGigabytes(memory)} of memory, ${inGigabytes(enoughMemory)} recommended`,
        why: 'The local Firebase, the pipeline and a browser share it: the system may stop one of them',
        next: 'Add memory or swap',
      }),
];

export const browserFinding = ({ browser }: Machine): Finding[] => [
  browser
    ? ok('machine.browser', `Tests drive ${browser}`)
    : advice('machine.browser', {
        what: 'There is no Chromium or Chrome',
        why: 'Browser tests need one; running the site does not',
        next: 'npx playwright-core install chromium',
      }),
];

export function versionFinding({ versions }: Machine, name: 'node' | 'firebase-tools'): Finding[] {
  const { has, wants } = versions[name];
  const check = `machine.${name}`;
  if (has === wants) return [ok(check, `${name} ${has}`)];
  const words: FindingText = {
    what: has === null ? `${name} is not installed` : `${name} is ${has}, but this repository needs ${wants}`,
    why: 'Other versions are not tested',
    next: 'npm ci',
  };
  // Versions with the same major number are compatible.
  return [has?.split('.')[0] === wants.split('.')[0] ? advice(check, words) : missing(check, words)];
}

export function portsFinding({ ports, runningPid }: Machine): Finding[] {
  const range = `${ports.first}…${ports.last}`;
  if (runningPid !== null) return [ok('machine.ports', `Process ${runningPid} runs on this data folder`)];
  if (!ports.unusable) return [ok('machine.ports', `Ports ${range} are free`)];
  const { what, next } = ports.unusable;
  return [missing('machine.ports', { what, why: `npm start needs eight ports: ${range}`, next })];
}

export function dataFindings({ dataDir, damage }: Machine): Finding[] {
  if (damage.length === 0) return [ok('machine.data', `${dataDir} can be used`)];
  const why = 'All state of a local instance is in this folder';
  return damage.map(({ what, next }) => missing('machine.data', { what, why, next }));
}
