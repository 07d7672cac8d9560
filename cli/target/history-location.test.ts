import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isFailure } from '../runtime/failure.ts';
import { commands, parseFlags } from '../command-line.ts';
import { historyLocationOf } from './history-location.ts';

const setVariable = (name: 'FRONTAGE_STATE' | 'FIRESTORE_EMULATOR_HOST', value: string | undefined) =>
  vi.stubEnv(name, value);
beforeEach(() => {
  setVariable('FRONTAGE_STATE', undefined);
  setVariable('FIRESTORE_EMULATOR_HOST', undefined);
});
afterEach(() => vi.unstubAllEnvs());

const operands: Record<string, string[]> = { rollback: ['1'], export: ['out'], import: ['in'] };

/** The release location of a command line as text, or the reason for its refusal. */
function home(command: string, args: readonly string[]): string {
  const flags = parseFlags([command, ...(operands[command] ?? []), ...args]);
  if (isFailure(flags)) return `refused: ${flags.what}`;
  const found = historyLocationOf(flags, commands[flags.command].worksOn);
  if (isFailure(found)) return `refused: ${found.what}`;
  return found.kind === 'shared' ? `shared: ${found.state}` : found.kind;
}

const state = 'gs://history/live';
const hosted = ['--project', 'acme-site'];
const refused = expect.stringContaining('refused') as string;

describe.each([
  // command; result without options, for a hosted project, with --state, for a rehearsal with --state
  ['start', 'local', refused, refused, refused],
  ['dev', 'local', refused, refused, refused],
  ['preview', 'local', refused, refused, refused],
  ['build', 'local', 'separate', `shared: ${state}`, `shared: ${state}`],
  ['plan', 'local', 'separate', `shared: ${state}`, `shared: ${state}`],
  ['verify', 'local', 'separate', `shared: ${state}`, `shared: ${state}`],
  ['status', 'local', 'separate', `shared: ${state}`, `shared: ${state}`],
  ['releases', 'local', 'separate', `shared: ${state}`, `shared: ${state}`],
  ['rollback', 'local', 'separate', `shared: ${state}`, `shared: ${state}`],
  ['unpin', 'local', 'separate', `shared: ${state}`, `shared: ${state}`],
  ['export', 'local', 'separate', `shared: ${state}`, `shared: ${state}`],
  ['deploy', refused, 'separate', `shared: ${state}`, `shared: ${state}`],
  ['serve', 'local', 'local', 'local', 'local'],
  ['doctor', 'local', 'local', 'local', 'local'],
  ['import', 'local', 'local', refused, refused],
  ['compile', 'local', 'local', refused, refused],
])('%s', (command, ...[alone, onHosted, withState, rehearsed]) => {
  it.each([
    ['without options', [], alone],
    ['for a hosted project', hosted, onHosted],
    ['for a hosted project with --state', [...hosted, '--state', state], withState],
    ['for a rehearsal with --state', ['--project', 'demo-x', '--state', state], rehearsed],
  ])('resolves its releases %s', (_name, args, expected) => expect(home(command, args)).toEqual(expected));
});

it.each([
  { name: 'a hosted project', args: ['releases', ...hosted], expected: `shared: ${state}` },
  { name: 'the local project', args: ['releases'], expected: 'local' },
  { name: 'a rehearsal', args: ['releases'], emulator: '127.0.0.1:1', expected: `shared: ${state}` },
  { name: 'an explicit --state', args: ['releases', ...hosted, '--state', 'there'], expected: 'shared: there' },
  { name: 'a command without a release history', args: ['start'], emulator: '127.0.0.1:1', expected: 'local' },
])('resolves FRONTAGE_STATE for $name', ({ args: [command = '', ...args], emulator, expected }) => {
  setVariable('FRONTAGE_STATE', state);
  setVariable('FIRESTORE_EMULATOR_HOST', emulator);
  expect(home(command, args)).toBe(expected);
});

it('warns that --state is missing and names the folder used instead', () => {
  const flags = parseFlags(['releases', ...hosted]);
  expect(!isFailure(flags) && historyLocationOf(flags, commands[flags.command].worksOn)).toMatchObject({
    warning: expect.stringMatching(/\.frontage\/hosted\/acme-site.*--state gs:/) as string,
  });
});
