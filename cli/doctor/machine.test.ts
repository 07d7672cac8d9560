import { describe, expect, it } from 'vitest';
import { exitCodeOf } from './check.ts';
import { machineChecks } from './checks.ts';
import type { Machine } from './machine.ts';

const examineMachine = (machine: Machine) => machineChecks.flatMap(({ ask }) => ask(machine));

const gigabyte = 1024 ** 3;
const suitable: Machine = {
  versions: {
    node: { has: '24.21.0', wants: '24.21.0' },
    'firebase-tools': { has: '15.34.2', wants: '15.34.2' },
  },
  freeDisk: 10 * gigabyte,
  memory: 8 * gigabyte,
  ports: { first: 4321, last: 4328, unusable: null },
  runningPid: null,
  dataDir: '/data',
  damage: [],
  browser: '/usr/bin/chromium',
};

const taken = { what: 'Port 4321 (site) is already in use', next: 'Stop what uses it' };
const damaged = { what: '/data/secrets.json is damaged', next: 'Put a copy of it back' };
const versions = (changes: Partial<Machine['versions']>): Partial<Machine> => ({
  versions: { ...suitable.versions, ...changes },
});

describe('machineChecks', () => {
  it('reports no problem on a suitable machine', () => {
    const findings = examineMachine(suitable);
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(exitCodeOf(findings)).toBe(0);
  });

  it.each<[string, Partial<Machine>, string, 0 | 1]>([
    ['an older Node', versions({ node: { has: '20.11.0', wants: '24.21.0' } }), 'machine.node', 1],
    ['a Node with the same major version', versions({ node: { has: '24.18.1', wants: '24.21.0' } }), 'machine.node', 0],
    ['no packages', versions({ 'firebase-tools': { has: null, wants: '15.34.2' } }), 'machine.firebase-tools', 1],
    ['a full disk', { freeDisk: gigabyte }, 'machine.disk', 1],
    ['little memory', { memory: gigabyte }, 'machine.memory', 0],
    ['a port that is taken', { ports: { ...suitable.ports, unusable: taken } }, 'machine.ports', 1],
    ['a damaged data folder', { damage: [damaged] }, 'machine.data', 1],
    ['no browser', { browser: null }, 'machine.browser', 0],
  ])('reports only one problem with %s', (_name, ...[changes, check, code]) => {
    const findings = examineMachine({ ...suitable, ...changes });
    expect(findings.flatMap((finding) => (finding.state === 'ok' ? [] : finding.check))).toEqual([check]);
    expect(exitCodeOf(findings)).toBe(code);
  });
});
