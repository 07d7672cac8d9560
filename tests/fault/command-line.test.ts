import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newPage } from '../../model/kinds/page.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStack, type RunningStack } from '../e2e/stack.ts';
import { runFrontage, type Ran } from './support/run-frontage.ts';
import { sampled } from '../full.ts';

let folder: string;
let base: string;
let copies = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontage-command-line-'));
  base = join(folder, 'base');
  expect((await runFrontage(['build', '--data', base])).code).toBe(0);
  mkdirSync(join(folder, 'foreign'));
  writeFileSync(join(folder, 'foreign/mine.txt'), 'mine');
  writeContent('malformed', '{\n  "a": {"title": "x",}\n}');
  writeContent(
    'partly',
    JSON.stringify({ good: { ...page('good'), body: '::unknown' }, bad: { ...page('bad'), title: '' } }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = (slug: string) => ({ ...newPage, title: 'A page', slug, is_published: true });

function writeContent(name: string, pages: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'pages.json'), pages);
}

/** A temporary data folder with one release; its path contains blanks and non-Latin letters. */
function copyOfBase(): string {
  const data = join(folder, `copy ${String((copies += 1))} ä 字`);
  cpSync(base, data, { recursive: true });
  return data;
}

const write = (file: string, content: string) => (data: string) => writeFileSync(join(data, file), content);
const randomTextIn = (file: string) => (data: string) => {
  const path = join(data, 'firebase', file);
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'noise '.repeat(900));
};
const compiledEntry = (data: string) => {
  const [fingerprint = ''] = readdirSync(join(data, 'compiled'));
  return join(data, 'compiled', fingerprint, 'server/entry.mjs');
};
const foreignDatabase = (data: string) => {
  const file = join(data, 'site/pipeline.sqlite');
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE mine (a)');
  database.close();
};
const truncatedDatabase = (data: string) => truncateSync(join(data, 'site/pipeline.sqlite'), 9_000);

const expectNoStackTrace = ({ said }: Ran) => expect(said).not.toMatch(/\n\s+at .*:\d+/);

describe('impossible commands', { tags: 'ci' }, () => {
  const impossible: [string, string[], (data: string) => void, RegExp][] = [
    ['an earlier release that does not exist', ['rollback', '7'], () => {}, /no release 7/],
    ['an export into a folder with other files', ['export', '{folder}/foreign'], () => {}, /foreign is not empty/],
    ['an export onto a file', ['export', '{folder}/foreign/mine.txt'], () => {}, /mine\.txt is a file/],
    ['an export into a folder that cannot be created', ['export', '/proc/nothing/site'], () => {}, /\/proc\/nothing/],
    ['an import that is not JSON', ['import', '{folder}/malformed'], () => {}, /pages\.json:2:22/],
    ['an import of a missing folder', ['import', '{folder}/nowhere'], () => {}, /no folder .*nowhere/],
    ['an empty pipeline.sqlite', ['releases'], write('site/pipeline.sqlite', ''), /pipeline\.sqlite is damaged/],
    [
      'a pipeline.sqlite of random text',
      ['status'],
      write('site/pipeline.sqlite', 'noise '.repeat(900)),
      /pipeline\.sqlite/,
    ],
    ['a truncated pipeline.sqlite', ['build'], truncatedDatabase, /pipeline\.sqlite is damaged/],
    ['another program’s pipeline.sqlite', ['releases'], foreignDatabase, /of another program/],
    [
      'a content database of random text',
      ['plan'],
      write('firebase/firestore/documents.sqlite', 'noise '.repeat(900)),
      /documents\.sql/,
    ],
    [
      'an accounts database of random text',
      ['start'],
      randomTextIn('auth/accounts.sqlite'),
      /accounts\.sqlite is damaged/,
    ],
    ['truncated secrets', ['start'], write('secrets.json', '{"PUB'), /secrets\.json is damaged/],
    [
      'an uploads database of random text',
      ['start'],
      randomTextIn('storage/objects.sqlite'),
      /objects\.sqlite is damaged/,
    ],
    ['a port that browsers block', ['start', '--port', '5995'], () => {}, /refuse .* port 6000 \(auth\)/],
    ['a host address of another machine', ['start', '--host', '203.0.113.1'], () => {}, /--host 203\.0\.113\.1 is no/],
    [
      'a host name that does not resolve',
      ['start', '--host', 'nowhere.invalid'],
      () => {},
      /--host nowhere\.invalid cannot be found/,
    ],
    ['start with a hosted project', ['start', '--project', 'real-one'], () => {}, /real-one may be a hosted project/],
    [
      'releases of a hosted project without state',
      ['releases', '--project', 'real-one'],
      () => {},
      /no release of real-one/,
    ],
    ['a restore of a missing file', ['restore', '{folder}/nothing.backup'], () => {}, /no file .*nothing\.backup/],
    ['a backup into a missing folder', ['backup', '{folder}/nowhere/a.backup'], () => {}, /no folder .*nowhere/],
    ['a fix of a local project', ['doctor', '--fix'], () => {}, /--fix changes hosted projects/],
    ['an unknown flag', ['start', '--colour'], () => {}, /Unknown option '--colour'$/],
    ['an unknown operand of audit', ['audit', 'erase'], () => {}, /"audit" has no "erase"/],
    ['an anchor without a hash', ['audit', 'verify', '--anchor', '12'], () => {}, /--anchor 12 is not a position/],
    ['a missing operand', ['import'], () => {}, /takes one argument, DIR/],
  ];

  it.each(
    sampled([
      ['verify'],
      ['audit', 'verify'],
      ['kinds'],
      ['migrate'],
      ['plan'],
      ['backup', '{folder}/a.backup'],
      ['uploads'],
    ]),
  )('%s in a missing folder: exits with 2 and does not create the folder', async (...args) => {
    const data = join(folder, 'absent');
    const ran = await runFrontage([...args.map((word) => word.replace('{folder}', folder)), '--data', data]);
    const failure = { event: 'failed', what: expect.stringMatching(/no content of .*absent/) as string };
    expect(ran.events.at(-1)).toEqual(expect.objectContaining(failure));
    expect(ran.code).toBe(2);
    expect(existsSync(data)).toBe(false);
  });

  it.each(sampled(impossible))(
    '%s: exits with 2 and reports the problem and the next step',
    async (...[, args, spoil, problem]) => {
      const data = copyOfBase();
      spoil(data);
      const ran = await runFrontage([...args.map((word) => word.replace('{folder}', folder)), '--data', data]);
      expect(ran.events.at(-1)).toEqual(
        expect.objectContaining({
          event: 'failed',
          what: expect.stringMatching(problem) as string,
          next: expect.stringMatching(/\w{4}/) as string,
        }),
      );
      expect(ran.code).toBe(2);
      expectNoStackTrace(ran);
    },
  );

  it.each(
    sampled([
      ['a file', '{folder}/foreign/mine.txt'],
      ['a folder below a file', '{folder}/foreign/mine.txt/data'],
      ['a folder that cannot be made', '/proc/nothing'],
    ] as const),
  )('exits with 2 if --data names %s', async (_title, path) => {
    const data = path.replace('{folder}', folder);
    const ran = await runFrontage(['build', '--data', data]);
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.events.at(-1)).toMatchObject({ event: 'failed', next: expect.stringContaining('--data DIR') as string });
    expectNoStackTrace(ran);
  });

  it.each(
    sampled([
      ['backup', '{folder}/empty.backup'],
      ['audit', 'verify'],
      ['uploads', '--unused'],
      ['migrate', '--dry-run'],
    ]),
  )('exits with 2 if %s finds no content, and creates nothing', async (...command) => {
    const data = join(folder, 'mistyped');
    const ran = await runFrontage([...command.map((word) => word.replace('{folder}', folder)), '--data', data]);
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.events.at(-1)).toMatchObject({ event: 'failed', what: expect.stringContaining(data) as string });
    expect([data, join(folder, 'empty.backup')].filter((path) => existsSync(path))).toEqual([]);
  });

  it('refuses the local Firebase if NODE_ENV is production', async () => {
    const ran = await runFrontage(['build', '--data', copyOfBase()], { NODE_ENV: 'production' });
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.events.at(-1)).toMatchObject({ what: expect.stringContaining('NODE_ENV=production') as string });
    expectNoStackTrace(ran);
  });
});

type Damage = [title: string, spoil: (data: string) => void, output: RegExp];

const damages: Damage[] = [
  ['a truncated running.json', write('running.json', '{"pid": 1, "pr'), /unchanged/],
  ['a compilation with a missing file', (data) => rmSync(compiledEntry(data)), /is damaged: compiling/],
  ['a truncated compilation', (data) => truncateSync(compiledEntry(data), 100), /is damaged: compiling/],
  ['a lock file of random text', write('site/writer.lock', 'noise '.repeat(900)), /unchanged/],
];

describe('damaged data that a build repairs', { tags: 'full' }, () => {
  it.each(sampled(damages))('%s', async (_title, spoil, message) => {
    const data = copyOfBase();
    spoil(data);
    const ran = await runFrontage(['build', '--data', data]);
    expect(ran).toMatchObject({ code: 0, said: expect.stringMatching(message) as string });
  });
});

it('lists the problems of the live site, with an exit status', { tags: 'full' }, async () => {
  const data = copyOfBase();
  const checked = await runFrontage(['check', '--data', data]);
  expect(checked).toMatchObject({ code: 0 });
  expect(checked.events.at(-1)).toMatchObject({ event: 'checked', release: '1', problems: 0 });
  writeContent('dead', JSON.stringify({ dead: { ...page('dead'), body: '[nowhere](/page/nowhere)' } }));
  expect(await runFrontage(['import', join(folder, 'dead'), '--data', data])).toMatchObject({ code: 0 });
  expect(await runFrontage(['build', '--data', data])).toMatchObject({ code: 0 });
  const { code, events } = await runFrontage(['check', '--axe', '--data', data]);
  expect(code).toBe(1);
  const severity = 'error';
  const place = { document: 'pages/dead', field: 'body', find: '/page/nowhere' };
  const message = '“/page/nowhere” does not exist';
  expect(events).toContainEqual({
    event: 'finding',
    rule: 'dead-link',
    severity,
    path: '/page/dead',
    message,
    ...place,
  });
  expect(events.at(-1)).toMatchObject({ event: 'checked', problems: 1 });
});

describe('commands during a running instance', { tags: 'full' }, () => {
  let stack: RunningStack;
  beforeAll(async () => void (stack = await startStack({ dataDir: copyOfBase() })));
  afterAll(() => stack.stop());

  const run = (...args: string[]) => runFrontage([...args, '--data', stack.dataDir]);

  it.each(
    sampled([
      [['build'], /publishes every change itself/],
      [['start'], /already uses/],
      [['rollback', '99'], /no release 99/],
      [['import', '/nowhere'], /no folder \/nowhere/],
      [['releases', '--project', 'demo-other'], /serves demo-frontage, not demo-other/],
    ] as const),
  )('refuses %j', async (args, problem) => {
    const ran = await run(...args);
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.events.at(-1)).toMatchObject({ event: 'failed', what: expect.stringMatching(problem) as string });
    expectNoStackTrace(ran);
  });

  it('imports valid documents once and reports refused ones', async () => {
    const first = await run('import', join(folder, 'partly'));
    const refused = { event: 'refused', document: 'pages/bad', problems: [expect.stringMatching(/^title: /)] };
    expect(first).toMatchObject({ code: 1, events: expect.arrayContaining([refused]) as unknown });
    expect(first.events).toContainEqual({
      event: 'block-mistakes',
      document: 'pages/good',
      problems: ['body, line 1, unknown: There is no block with the name "unknown"'],
    });
    expect(first.events).toContainEqual({ event: 'imported', written: 1, unchanged: 0, refused: 1 });
    const second = await run('import', join(folder, 'partly'));
    expect(second.events).toContainEqual({ event: 'imported', written: 0, unchanged: 1, refused: 1 });
  });

  it('lists unused uploads', async () => {
    const { code, events } = await run('uploads', '--unused');
    expect(code).toBe(0);
    expect(events.at(-1)).toMatchObject({ event: 'uploads', unused: events.length - 1 });
  });

  it('verifies the audit trail', async () => {
    const verified = await run('audit', 'verify');
    const head = { seq: 0, hash: '' };
    expect(verified).toMatchObject({ code: 0, events: [{ event: 'audit', ok: true, head, unchained: 0 }] });
    const anchored = await run('audit', 'verify', '--anchor', `1:${'0'.repeat(64)}`);
    const missing = { event: 'audit', ok: false, problem: 'missing', id: null, seq: 1 };
    expect(anchored).toMatchObject({ code: 1, events: [missing] });
  });

  it(
    'reports a pinned release in rollback, releases, status and verify',
    { tags: 'full', timeout: 180_000 },
    async () => {
      const pinned = { event: 'pinned', release: '1' };
      await expect.poll(async () => (await run('releases')).events.length, { timeout: 30_000 }).toBeGreaterThan(1);
      for (const command of [['rollback', '1'], ['releases'], ['status'], ['verify']]) {
        expect((await run(...command)).events).toContainEqual(pinned);
      }
      expect((await run('unpin')).events).toContainEqual({ event: 'unpinned' });
      expect((await run('status')).events).toContainEqual(expect.objectContaining({ event: 'status', pinned: null }));
    },
  );
});
