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

/** Backups and restores that a machine ends, or has no room for. */

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'frontage-keeping-'));
const data = join(folder, 'data');
const place = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A backup of so many pages, each longer than its lines in a buffer, all of them ending in `word`. */
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
  writeFileSync(place(name), gzipSync(`${text}${end}\n`));
  return place(name);
}

const textOf = (file: string): string => gunzipSync(readFileSync(file)).toString();
const of = (dataDir: string) => ['--data', dataDir];

/** Starts a command, and holds its process where it tells that it is under way. */
async function heldOnceUnderWay(args: readonly string[]): Promise<ChildProcess> {
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
  throw new Error(`${args.join(' ')} ended before it was held`);
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

describe('a backup that ends early', () => {
  const small = join(folder, 'small');

  beforeAll(async () => {
    const restored = await runFrontage(['restore', makeBackup('enough', 1_500, 'word'), ...of(small)]);
    expect(restored.code, restored.said).toBe(0);
  }, 300_000);

  it.each(sampled<NodeJS.Signals>(['SIGTERM', 'SIGINT']))(
    'leaves nothing when it receives %s',
    async (signal) => {
      const backup = await heldOnceUnderWay(['backup', place('stopped'), ...of(small)]);
      expect(partsIn('stopped')).toHaveLength(1);
      await endedBy(backup, signal);
      expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
    },
    240_000,
  );

  it(
    'leaves a part when it is killed, which the next backup into the folder removes',
    { tags: 'full', timeout: 240_000 },
    async () => {
      await endedBy(await heldOnceUnderWay(['backup', place('monday'), ...of(small)]), 'SIGKILL');
      expect(partsIn('monday')).toHaveLength(1);
      const next = await runFrontage(['backup', place('tuesday'), ...of(small)]);
      expect(next.code, next.said).toBe(0);
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
      expect(textOf(place('tuesday')) === textOf(place('enough'))).toBe(true);
    },
  );
});

describe('on a machine', { tags: 'full' }, () => {
  it('resumes an interrupted restore with the same file only, and starts nothing before', async () => {
    const file = makeBackup('first', 4_000, 'first');
    const restore = await heldOnceUnderWay(['restore', file, ...of(data)]);
    for (const beside of [['restore', file], ['build']]) {
      const ran = await runFrontage([...beside, ...of(data)]);
      expect(ran.code, ran.said).toBe(2);
      expect(ran.said).toContain('Another process is writing to the same folder');
    }
    await killed(restore);

    const other = await runFrontage(['restore', makeBackup('other', 2, 'other'), ...of(data)]);
    expect(other.code).toBe(2);
    expect(other.said).toContain('The project is not empty');
    const again = await runFrontage(['restore', file, ...of(data)]);
    expect(again.code, again.said).toBe(0);
    const kept = await runFrontage(['backup', place('kept'), ...of(data)]);
    expect(kept.code, kept.said).toBe(0);
    expect(textOf(place('kept')) === textOf(file)).toBe(true);
  }, 300_000);

  it('that is switched off during a backup: there is none, and the next one is whole', async () => {
    await killed(await heldOnceUnderWay(['backup', place('cut'), ...of(data)]));
    expect(partsIn('cut')).toHaveLength(1);
    const again = await runFrontage(['backup', place('cut'), ...of(data)]);
    expect(again.code, again.said).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('cut'))).toEqual(['cut']);
    expect(textOf(place('cut')) === textOf(place('first'))).toBe(true);
  }, 300_000);

  it('whose disk is full: there is no backup, and nothing is left of one', async ({ skip }) => {
    const disk = mountSmallDisk(1);
    if (typeof disk === 'string') return skip(disk);
    try {
      disk.fill();
      const full = join(disk.folder, 'no-room');
      const ran = await runFrontage(['backup', full, ...of(data)]);
      expect(ran.code).toBe(2);
      expect(ran.events.at(-1)).toMatchObject({ event: 'failed', what: 'The disk is full' });
      expect(readdirSync(disk.folder).filter((name) => name.startsWith('no-room'))).toEqual([]);
    } finally {
      disk.remove();
    }
  });
});
