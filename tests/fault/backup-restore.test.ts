import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { mountSmallDisk } from '../../pipeline/adapters/disk/full-disk.fixture.ts';
import { sampled } from '../full.ts';
import { runFrontage } from './support/run-frontage.ts';

/** Backups and restores that are interrupted by signals, a crash or a full disk. */

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'frontage-keeping-'));
const data = join(folder, 'data');
const pathOf = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Writes a valid backup with `pages` pages and returns its path. Each page's body has 4.8 kB and ends with `word`, so
 * that two backups with different words have different content.
 */
function makeBackup(name: string, pages: number, word: string): string {
  const body = `${'lorem ipsum '.repeat(400)}${word}`;
  const lines = ['{"frontage":"backup","format":1}'];
  for (let index = 0; index < pages; index += 1) {
    const id = String(index).padStart(6, '0');
    lines.push(JSON.stringify({ document: `pages/${id}`, fields: { body, slug: id } }));
  }
  const text = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  const end = JSON.stringify({ end: { documents: pages, accounts: 0, uploads: 0 }, sha256 });
  writeFileSync(pathOf(name), gzipSync(`${text}${end}\n`));
  return pathOf(name);
}

const textOf = (file: string): string => gunzipSync(readFileSync(file)).toString();
const dataFlag = (dataDir: string) => ['--data', dataDir];

/** Starts a command and suspends its process (SIGSTOP) at its first `progress` event. */
async function suspendedAtProgress(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['cli/frontage.ts', ...args, '--json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    if ((JSON.parse(line) as { event?: string }).event !== 'progress') continue;
    child.kill('SIGSTOP');
    return child;
  }
  throw new Error(`${args.join(' ')} ended before its first progress event`);
}

async function endedBy(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  child.kill('SIGCONT');
  await exited;
}

const killed = (child: ChildProcess): Promise<void> => endedBy(child, 'SIGKILL');

const partsIn = (name: string): string[] =>
  readdirSync(folder).filter((found) => found.startsWith(name) && found.endsWith('.part'));

describe('an interrupted backup', { tags: 'ci' }, () => {
  const small = join(folder, 'small');

  beforeAll(async () => {
    const restored = await runFrontage(['restore', makeBackup('enough', 1_500, 'word'), ...dataFlag(small)]);
    expect(restored.code, restored.said).toBe(0);
  }, 300_000);

  it.each(sampled<NodeJS.Signals>(['SIGTERM', 'SIGINT']))(
    'leaves no file when it receives %s',
    async (signal) => {
      const backup = await suspendedAtProgress(['backup', pathOf('stopped'), ...dataFlag(small)]);
      expect(partsIn('stopped')).toHaveLength(1);
      await endedBy(backup, signal);
      expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
    },
    240_000,
  );

  it(
    'leaves a .part file when it is killed, which the next backup into the folder removes',
    { tags: 'full', timeout: 240_000 },
    async () => {
      await endedBy(await suspendedAtProgress(['backup', pathOf('monday'), ...dataFlag(small)]), 'SIGKILL');
      expect(partsIn('monday')).toHaveLength(1);
      const next = await runFrontage(['backup', pathOf('tuesday'), ...dataFlag(small)]);
      expect(next.code, next.said).toBe(0);
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
      expect(textOf(pathOf('tuesday')) === textOf(pathOf('enough'))).toBe(true);
    },
  );
});

describe('restore and backup', { tags: 'full' }, () => {
  it('resume an interrupted restore with the same file only, and lock the folder meanwhile', async () => {
    const file = makeBackup('first', 4_000, 'first');
    const restore = await suspendedAtProgress(['restore', file, ...dataFlag(data)]);
    for (const beside of [['restore', file], ['build']]) {
      const ran = await runFrontage([...beside, ...dataFlag(data)]);
      expect(ran.code, ran.said).toBe(2);
      expect(ran.said).toContain('Another process is writing to the same folder');
    }
    await killed(restore);

    const other = await runFrontage(['restore', makeBackup('other', 2, 'other'), ...dataFlag(data)]);
    expect(other.code).toBe(2);
    expect(other.said).toContain('The project is not empty');
    const again = await runFrontage(['restore', file, ...dataFlag(data)]);
    expect(again.code, again.said).toBe(0);
    const kept = await runFrontage(['backup', pathOf('kept'), ...dataFlag(data)]);
    expect(kept.code, kept.said).toBe(0);
    expect(textOf(pathOf('kept')) === textOf(file)).toBe(true);
  }, 300_000);

  it('leave only a .part file after SIGKILL, and the next backup is complete', async () => {
    await killed(await suspendedAtProgress(['backup', pathOf('cut'), ...dataFlag(data)]));
    expect(partsIn('cut')).toHaveLength(1);
    const again = await runFrontage(['backup', pathOf('cut'), ...dataFlag(data)]);
    expect(again.code, again.said).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('cut'))).toEqual(['cut']);
    expect(textOf(pathOf('cut')) === textOf(pathOf('first'))).toBe(true);
  }, 300_000);

  it('report a full disk and leave no file', async ({ skip }) => {
    const disk = mountSmallDisk(1);
    if (typeof disk === 'string') return skip(disk);
    try {
      disk.fill();
      const full = join(disk.folder, 'no-room');
      const ran = await runFrontage(['backup', full, ...dataFlag(data)]);
      expect(ran.code).toBe(2);
      expect(ran.events.at(-1)).toMatchObject({ event: 'failed', what: 'The disk is full' });
      expect(readdirSync(disk.folder).filter((name) => name.startsWith('no-room'))).toEqual([]);
    } finally {
      disk.remove();
    }
  });
});
