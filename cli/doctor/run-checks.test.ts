import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { isFailure } from '../runtime/failure.ts';
import { RecordedGoogle } from './project/recorded-google.fixture.ts';
import { parseFlags } from '../command-line.ts';
import { root } from '../target/configuration.ts';
import { finalChecks, machineChecks, projectChecks } from './checks.ts';
import { runChecks } from './run-checks.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontage-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** The command's output and exit code. */
async function doctor(...args: string[]) {
  const events: Record<string, unknown>[] = [];
  const flags = parseFlags(['doctor', '--data', folder, '--port', '5490', ...args]);
  if (isFailure(flags)) throw new Error(flags.what);
  const record = (event: Record<string, unknown>) => void events.push(event);
  const fail = (failure: object) => record({ ...failure });
  const presenter = { show: record, warn: record, progress: record, rewrite: record, fail };
  const code = await runChecks(flags, presenter);
  return { code, events };
}

it('is documented with all its checks', () => {
  const guide = readFileSync(join(root, 'docs/operate.md'), 'utf8');
  const rows = [...machineChecks, ...projectChecks, ...finalChecks].map(
    ({ id, title, isDeep }) => `| \`${id}\` | ${title} | ${isDeep ? '`--deep`' : ''} |`,
  );
  expect(rows.filter((row) => !guide.includes(row))).toEqual([]);
});

it('sends no request for a local project', async () => {
  const { events } = await doctor();
  expect(events.at(-1)).toMatchObject({ event: 'doctor', project: null });
  expect(events.every(({ check = 'machine.' }) => String(check).startsWith('machine.'))).toBe(true);
});

it('reports damaged files in the data folder', async () => {
  writeFileSync(join(folder, 'secrets.json'), '{');
  const { code, events } = await doctor();
  rmSync(join(folder, 'secrets.json'));
  expect(code).toBe(1);
  expect(events.find(({ check }) => check === 'machine.data')).toMatchObject({ state: 'missing' });
});

it('accepts a database locked by another process and reports a damaged one', async () => {
  const file = join(folder, 'some.sqlite');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE t (a); PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const locked = await doctor();
  database.close();
  writeFileSync(file, 'not a database, and longer than the sixteen bytes that say so');
  const damaged = await doctor();
  rmSync(file);
  expect([locked.code, damaged.code]).toEqual([0, 1]);
  expect(damaged.events.find(({ state }) => state === 'missing')).toMatchObject({ check: 'machine.data' });
});

it('reports a single unknown finding if Google does not answer', async () => {
  const google = new RecordedGoogle();
  vi.stubEnv('GOOGLE_API', await google.start());
  const { code, events } = await doctor('--project', 'demo-recorded');
  google.stop();
  expect(code).toBe(2);
  // Problems of this machine, such as a missing browser, are irrelevant here.
  const problems = events.filter(
    ({ check, state }) => state !== undefined && state !== 'ok' && !String(check).startsWith('machine.'),
  );
  expect(problems).toMatchObject([{ check: 'google', state: 'unasked' }]);
  expect(events.some(({ check }) => check === 'deployment')).toBe(false);
});
