import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isFailure } from './failure.ts';
import { parseFlags } from './flags.ts';
import { homeOf } from './home.ts';

const set = (name: 'FRONTAGE_STATE' | 'FIRESTORE_EMULATOR_HOST', value: string | undefined) => vi.stubEnv(name, value);
beforeEach(() => {
  set('FRONTAGE_STATE', undefined);
  set('FIRESTORE_EMULATOR_HOST', undefined);
});
afterEach(() => vi.unstubAllEnvs());

const operands: Record<string, string[]> = { rollback: ['1'], export: ['out'], import: ['in'] };

/** Where a command line finds its releases, or the reason for its refusal. */
function home(command: string, args: readonly string[]): string {
  const flags = parseFlags([command, ...(operands[command] ?? []), ...args]);
  if (isFailure(flags)) return `refused: ${flags.what}`;
  const found = homeOf(flags);
  if (isFailure(found)) return `refused: ${found.what}`;
  return found.kind === 'shared' ? `shared: ${found.state}` : found.kind;
}

const state = 'gs://history/live';
const hosted = ['--project', 'acme-site'];
const refused = expect.stringContaining('refused') as string;

describe.each([
  // command, nothing said, a hosted project, with --state, a rehearsal with --state
  ['start', 'local', refused, refused, refused],
  ['dev', 'local', refused, refused, refused],
  ['preview', 'local', refused, refused, refused],
  ['build', 'local', 'apart', `shared: ${state}`, `shared: ${state}`],
  ['plan', 'local', 'apart', `shared: ${state}`, `shared: ${state}`],
  ['verify', 'local', 'apart', `shared: ${state}`, `shared: ${state}`],
  ['status', 'local', 'apart', `shared: ${state}`, `shared: ${state}`],
  ['releases', 'local', 'apart', `shared: ${state}`, `shared: ${state}`],
  ['rollback', 'local', 'apart', `shared: ${state}`, `shared: ${state}`],
  ['unpin', 'local', 'apart', `shared: ${state}`, `shared: ${state}`],
  ['export', 'local', 'apart', `shared: ${state}`, `shared: ${state}`],
  ['deploy', refused, 'apart', `shared: ${state}`, `shared: ${state}`],
  ['serve', 'local', 'local', 'local', 'local'],
  ['doctor', 'local', 'local', 'local', 'local'],
  ['import', 'local', 'local', refused, refused],
  ['compile', 'local', 'local', refused, refused],
])('%s', (command, ...[alone, onHosted, withState, rehearsed]) => {
  it.each([
    ['alone', [], alone],
    ['on a hosted project', hosted, onHosted],
    ['with its state', [...hosted, '--state', state], withState],
    ['in a rehearsal', ['--project', 'demo-x', '--state', state], rehearsed],
  ])('%s', (_name, args, expected) => expect(home(command, args)).toEqual(expected));
});

it.each([
  { who: 'a hosted project', args: ['releases', ...hosted], expected: `shared: ${state}` },
  { who: 'the local project', args: ['releases'], expected: 'local' },
  { who: 'a rehearsal', args: ['releases'], emulator: '127.0.0.1:1', expected: `shared: ${state}` },
  { who: 'another place that is named', args: ['releases', ...hosted, '--state', 'there'], expected: 'shared: there' },
  { who: 'a command that works on no history', args: ['start'], emulator: '127.0.0.1:1', expected: 'local' },
])('FRONTAGE_STATE with $who', ({ args: [command = '', ...args], emulator, expected }) => {
  set('FRONTAGE_STATE', state);
  set('FIRESTORE_EMULATOR_HOST', emulator);
  expect(home(command, args)).toBe(expected);
});

it('names the missing state and the target used without it', () => {
  const flags = parseFlags(['releases', ...hosted]);
  expect(!isFailure(flags) && homeOf(flags)).toMatchObject({
    warning: expect.stringMatching(/\.frontage\/hosted\/acme-site.*--state gs:/) as string,
  });
});
