import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFailure } from '../runtime/failure.ts';
import { claimDataDir, findRunning, loadSecrets, type Running } from './instance.ts';
import { portsFrom } from './ports.ts';

const record = (pid: number): Running => ({ pid, project: 'demo-x', host: '127.0.0.1', ports: portsFrom(15_100) });

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'frontage-instance-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts another process that claims the folder. */
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

// These tests start processes, which can be slow on a busy machine.
describe('claimDataDir', { timeout: 60_000 }, () => {
  it('refuses a folder that another instance has claimed and names its process', async () => {
    const other = await claimElsewhere();
    expect(findRunning(folder)).toMatchObject({ pid: other.pid, project: 'demo-x' });
    expect(claimDataDir(folder, record(process.pid))).toMatchObject({
      what: expect.stringContaining(`process ${String(other.pid)}`) as string,
    });
    expect(findRunning(folder)?.pid).toBe(other.pid);
    other.kill('SIGKILL');
    claimed().release();
  });

  it('succeeds at once after the claiming instance was killed', async () => {
    (await claimElsewhere()).kill('SIGKILL');
    claimed().release();
    expect(findRunning(folder)).toBeNull();
  });

  it.each([
    ['names a running process of another user', JSON.stringify(record(1))],
    ['names a running process of this user', JSON.stringify(record(process.ppid))],
    ['is truncated', '{"pid": 1'],
    ['is empty', ''],
  ])('succeeds if the record %s', (_, text) => {
    writeFileSync(join(folder, 'running.json'), text);
    expect(findRunning(folder)).toBeNull();
    claimed().release();
    expect(existsSync(join(folder, 'running.json'))).toBe(false);
  });
});

it('creates secrets once and adds missing ones', () => {
  writeFileSync(join(folder, 'secrets.json'), '{"PUBLISH_WEBHOOK_SECRET":"whsec_kept"}');
  const secrets = loadSecrets(folder);
  expect(secrets.PUBLISH_WEBHOOK_SECRET).toBe('whsec_kept');
  expect(loadSecrets(folder)).toEqual(secrets);
  expect(readdirSync(folder)).toEqual(['secrets.json']);
});
