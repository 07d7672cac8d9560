import type { Failure } from '../failure.ts';
import { advice, missing, ok, type Finding, type FindingText } from './finding.ts';

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

/** Checks the requirements of Frontage and its tests: one finding per requirement, also if it is met. */
export function examineMachine(machine: Machine): Finding[] {
  const { versions, freeDisk, memory, browser } = machine;
  return [
    versionFinding('node', versions.node),
    versionFinding('firebase-tools', versions['firebase-tools']),
    freeDisk >= enoughDisk
      ? ok('machine.disk', `${inGigabytes(freeDisk)} of disk space free`)
      : missing('machine.disk', {
          what: `${inGigabytes(freeDisk)} of disk space free; ${inGigabytes(enoughDisk)} recommended`,
          why: 'A full disk stops publishing until space is free; the live release stays',
          next: `du -sh ${machine.dataDir} node_modules`,
        }),
    memory >= enoughMemory
      ? ok('machine.memory', `${inGigabytes(memory)} of memory`)
      : advice('machine.memory', {
          what: `${inGigabytes(memory)} of memory, ${inGigabytes(enoughMemory)} recommended`,
          why: 'The local Firebase, the pipeline and a browser share it: the system may stop one of them',
          next: 'Add memory or swap',
        }),
    portsFinding(machine),
    ...dataFindings(machine),
    browser
      ? ok('machine.browser', `Tests drive ${browser}`)
      : advice('machine.browser', {
          what: 'There is no Chromium or Chrome',
          why: 'Browser tests need one; running the site does not',
          next: 'npx playwright-core install chromium',
        }),
  ];
}

function versionFinding(name: 'node' | 'firebase-tools', { has, wants }: Machine['versions']['node']): Finding {
  const check = `machine.${name}`;
  if (has === wants) return ok(check, `${name} ${has}`);
  const words: FindingText = {
    what: has === null ? `${name} is not installed` : `${name} is ${has}, but this repository needs ${wants}`,
    why: 'Other versions are not tested',
    next: 'npm ci',
  };
  // Versions with the same major number are compatible.
  return has?.split('.')[0] === wants.split('.')[0] ? advice(check, words) : missing(check, words);
}

function portsFinding({ ports, runningPid }: Machine): Finding {
  const range = `${ports.first}…${ports.last}`;
  if (runningPid !== null) return ok('machine.ports', `Process ${runningPid} runs on this data folder`);
  if (!ports.unusable) return ok('machine.ports', `Ports ${range} are free`);
  const { what, next } = ports.unusable;
  return missing('machine.ports', { what, why: `npm start needs eight ports: ${range}`, next });
}

function dataFindings({ dataDir, damage }: Machine): Finding[] {
  if (damage.length === 0) return [ok('machine.data', `${dataDir} can be used`)];
  const why = 'All state of a local instance is in this folder';
  return damage.map(({ what, next }) => missing('machine.data', { what, why, next }));
}
