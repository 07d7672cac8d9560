import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { isFailure } from '../failure.ts';
import { RecordedGoogle } from '../doctor/project/recorded-google.fixture.ts';
import { parseFlags } from '../flags.ts';
import { run } from './doctor.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontage-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** The command's output and exit code. */
async function doctor(...args: string[]) {
  const events: Record<string, unknown>[] = [];
  const flags = parseFlags(['doctor', '--data', folder, '--port', '5490', ...args]);
  if (isFailure(flags)) throw new Error(flags.what);
  const tell = (event: Record<string, unknown>) => void events.push(event);
  const fail = (failure: object) => tell({ ...failure });
  const presenter = { show: tell, warn: tell, progress: tell, rewrite: tell, fail };
  const code = await run(flags, presenter, { redirect: () => () => undefined });
  return { code, events };
}

it('sends no request for a local project', async () => {
  const { events } = await doctor();
  expect(events.at(-1)).toMatchObject({ event: 'doctor', project: null });
  expect(events.every(({ check = 'machine.' }) => String(check).startsWith('machine.'))).toBe(true);
});

it('names damaged files of the data folder', async () => {
  writeFileSync(join(folder, 'secrets.json'), '{');
  const { code, events } = await doctor();
  rmSync(join(folder, 'secrets.json'));
  expect(code).toBe(1);
  expect(events.find(({ check }) => check === 'machine.data')).toMatchObject({ state: 'missing' });
});

it('leaves a database alone that another process has for itself, and names one that is damaged', async () => {
  const file = join(folder, 'some.sqlite');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE t (a); PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const held = await doctor();
  database.close();
  writeFileSync(file, 'not a database, and longer than the sixteen bytes that say so');
  const damaged = await doctor();
  rmSync(file);
  expect([held.code, damaged.code]).toEqual([0, 1]);
  expect(damaged.events.find(({ state }) => state === 'missing')).toMatchObject({ check: 'machine.data' });
});

it('says once that nothing of a project could be asked, where Google answers nothing', async () => {
  const google = new RecordedGoogle();
  vi.stubEnv('GOOGLE_API', await google.start());
  const { code, events } = await doctor('--project', 'demo-recorded');
  google.stop();
  expect(code).toBe(2);
  // Problems of this machine, such as a missing browser, are irrelevant here.
  const odd = events.filter(
    ({ check, state }) => state !== undefined && state !== 'ok' && !String(check).startsWith('machine.'),
  );
  expect(odd).toMatchObject([{ check: 'google', state: 'unasked' }]);
  expect(events.some(({ check }) => check === 'deployment')).toBe(false);
});
