import { afterEach, describe, expect, it, vi } from 'vitest';
import { isFailure } from './runtime/failure.ts';
import { commands, helpOf, parseFlags, usage } from './command-line.ts';
import { portsFrom } from './target/ports.ts';

afterEach(() => vi.unstubAllEnvs());

describe('parseFlags', () => {
  it.each([
    [[], { command: 'start', port: 4321, data: '.frontage', json: false, project: 'demo-frontage' }],
    [['start', '--port', '5000', '--data', 'x', '--json'], { command: 'start', port: 5000, data: 'x', json: true }],
    [['export', 'out'], { command: 'export', operands: ['out'] }],
    [['rollback', 'r1', '--data=y'], { command: 'rollback', operands: ['r1'], data: 'y' }],
    [['serve', '--port', '65535'], { command: 'serve', port: 65_535 }],
    [['rollback', '--help'], { command: 'rollback', help: 'command' }],
  ])('parses %j', (args, expected) => {
    expect(parseFlags(args)).toMatchObject(expected);
  });

  it.each([
    [['fly'], 'There is no command "fly"'],
    [['start', '--port', 'abc'], '--port abc is not a port'],
    [['start', '--port', '65529'], '--port 65529 is not a port'],
    [['serve', '--port', '65536'], '--port 65536 is not a port'],
    [['serve', '--port', '1e3'], '--port 1e3 is not a port'],
    [['export'], '"export" takes one argument, DIR'],
    [['plan', 'now'], '"plan" takes no argument'],
    [['plan', '--repair'], '"plan" has no --repair'],
    [['status', '--fix'], '"status" has no --fix'],
    [['start', '--state', 'x'], '"start" has no --state'],
    [['plan', '--state', ''], '--state is empty'],
    [['start', '--project', 'X'], '--project X is not a project id'],
    [['--colour'], "Unknown option '--colour'"],
  ])('rejects %j with a next step', (args, what) => {
    const failure = parseFlags(args);
    expect(isFailure(failure) && failure.what).toContain(what);
    expect(isFailure(failure) && failure.next).not.toBe('');
  });
});

it('names the variable if PORT is not a port', () => {
  vi.stubEnv('PORT', 'abc');
  expect(parseFlags(['serve'])).toMatchObject({ what: 'PORT=abc is not a port' });
  expect(parseFlags(['start'])).toMatchObject({ port: 4321 });
  vi.stubEnv('PORT', '');
  expect(parseFlags(['serve'])).toMatchObject({ port: 8080 });
});

it('describes the only port of the service in its help', () => {
  expect(helpOf('serve')).toContain('--port N       port of the service, 1 to 65535 (default PORT, else 8080)');
  expect(helpOf('start')).toContain('--port N       first of eight consecutive ports');
});

it('names every command in the usage', () => {
  for (const command of Object.keys(commands)) expect(usage()).toContain(`  ${command} `);
});

it.each([
  ['--repair', ['verify']],
  ['--fix', ['doctor']],
  ['--deep', ['doctor']],
  ['--axe', ['check']],
  ['--external', ['check']],
  [
    '--state',
    [
      'build',
      'plan',
      'verify',
      'check',
      'status',
      'releases',
      'rollback',
      'unpin',
      'export',
      'serve',
      'doctor',
      'deploy',
    ],
  ],
])('shows %s in the usage and only in the help of %j', (option, owners) => {
  expect(usage()).toMatch(new RegExp(`\n  ${option} .*with ${owners.join(', ')}: `));
  const having = Object.keys(commands).filter((command) =>
    helpOf(command as keyof typeof commands).includes(`  ${option} `),
  );
  expect(having).toEqual(owners);
});

it('assigns eight consecutive ports from the base port', () => {
  expect(portsFrom(5000)).toEqual({
    site: 5000,
    admin: 5001,
    embed: 5002,
    pipeline: 5003,
    functions: 5004,
    auth: 5005,
    storage: 5006,
    firestore: 5007,
  });
});
