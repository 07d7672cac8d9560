import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFailure } from './failure.ts';
import { claimDataDir, findRunning, loadSecrets, type Running } from './instance.ts';
import { portsFrom } from './ports.ts';

const record = (pid: number): Running => ({ pid, project: 'demo-x', host: '127.0.0.1', ports: portsFrom(15_100) });

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'frontage-instance-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Another process that has claimed the folder. */
async function claimElsewhere(): Promise<ChildProcess> {
  const module = JSON.stringify(join(import.meta.dirname, 'instance.ts'));
  const claim = `claimDataDir(${JSON.stringify(folder)}, { ...${JSON.stringify(record(0))}, pid: process.pid })`;
  const code = `const { claimDataDir } = await import(${module}); ${claim}; console.log('claimed'); setInterval(() => 0, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

const claimed = () => {
  const claim = claimDataDir(folder, record(process.pid));
  if (isFailure(claim)) throw new Error(claim.what);
  return claim;
};

// Processes are started here, which can be slow on a busy machine.
describe('a data folder', { timeout: 60_000 }, () => {
  it('is one instance’s, which others find and are told of', async () => {
    const other = await claimElsewhere();
    expect(findRunning(folder)).toMatchObject({ pid: other.pid, project: 'demo-x' });
    expect(claimDataDir(folder, record(process.pid))).toMatchObject({
      what: expect.stringContaining(`process ${String(other.pid)}`) as string,
    });
    expect(findRunning(folder)?.pid).toBe(other.pid);
    other.kill('SIGKILL');
    claimed().release();
  });

  it('is free at once when its instance is killed', async () => {
    (await claimElsewhere()).kill('SIGKILL');
    claimed().release();
    expect(findRunning(folder)).toBeNull();
  });

  it.each([
    ['names a living process that is somebody else’s', JSON.stringify(record(1))],
    ['names a living process of ours', JSON.stringify(record(process.ppid))],
    ['is cut', '{"pid": 1'],
    ['is empty', ''],
  ])('is free where the record %s', (_, text) => {
    writeFileSync(join(folder, 'running.json'), text);
    expect(findRunning(folder)).toBeNull();
    claimed().release();
    expect(existsSync(join(folder, 'running.json'))).toBe(false);
  });
});

it('secrets are made once, and those that came later added', () => {
  writeFileSync(join(folder, 'secrets.json'), '{"PUBLISH_WEBHOOK_SECRET":"whsec_kept"}');
  const secrets = loadSecrets(folder);
  expect(secrets.PUBLISH_WEBHOOK_SECRET).toBe('whsec_kept');
  expect(loadSecrets(folder)).toEqual(secrets);
  expect(readdirSync(folder)).toEqual(['secrets.json']);
});
