import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskBlobs } from '@frontage/pipeline/blobs';
import { DiskStore } from '@frontage/pipeline/store';
import { openTextPipeline, temporaryFolder } from '../../pipeline/engine/text-pipeline.fixture.ts';
import { sized } from '../full.ts';

const script = join(import.meta.dirname, 'support/pruning-process.ts');

interface KillPoint {
  /** The number of the step of removing old releases. */
  step: number;
  /** Milliseconds after its begin. */
  delay: number;
}

async function run(...args: string[]): Promise<string[]> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => void lines.push(line));
  await new Promise((resolve) => child.once('close', resolve));
  return lines;
}

/** Removes old releases in a copy of the folder, until the process kills itself. Returns its steps. */
async function pruneAndKill(published: string, { step, delay }: KillPoint): Promise<string[]> {
  const { folder, remove } = temporaryFolder();
  cpSync(published, folder, { recursive: true });
  const steps = await run(folder, 'prune', String(step), String(delay));
  await checkFolder(folder);
  remove();
  return steps;
}

/** Hashes of the bytes on the disk, of single files and of packs. */
async function storedHashes(folder: string): Promise<Set<string>> {
  const blobs = new DiskBlobs(join(folder, 'blobs'));
  const found = new Set<string>();
  for (const entry of readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    const isPack = entry.parentPath.endsWith('packs');
    if (!isPack) found.add(createHash('sha256').update(bytes).digest('hex'));
    for (let at = 4; isPack && at < 4 + 40 * bytes.readUInt32LE(); at += 40) {
      if (bytes.readUInt32LE(at + 32) > 0) found.add(bytes.toString('hex', at, at + 32));
    }
  }
  for (const hash of found) if ((await blobs.read(hash)) === null) found.delete(hash);
  return found;
}

/** Checks that the next writer serves the last release, can roll back, and removes all other files. */
async function checkFolder(folder: string): Promise<void> {
  const next = await openTextPipeline({ dataDir: folder, source: null, retain: 2 });
  const [, previous] = next.releases();
  expect(await next.verify()).toEqual({ identical: true, differing: [] });
  await next.rollback(previous?.id ?? '');
  expect(await next.verify()).toEqual({ identical: true, differing: [] });
  await next.close();

  const store = new DiskStore(folder);
  const needed = new Set(store.releases().flatMap(({ id }) => Array.from(store.at(id).files, ({ hash }) => hash)));
  // A writer that ends early leaves rows, but no bytes.
  while ((await store.prune()) !== null);
  await store.endPruning();
  store.close();
  const stored = await storedHashes(folder);
  expect([...needed].filter((hash) => !stored.has(hash))).toEqual([]);
  expect([...stored].filter((hash) => !needed.has(hash))).toEqual([]);
}

const timeout = 300_000;

describe('a process that is killed while it removes old releases', () => {
  const { folder, remove } = temporaryFolder();
  afterAll(remove);
  beforeAll(async () => void (await run(folder, 'publish')), timeout);

  it('keeps needed files, and the next one removes all others, at the begin of each step', { timeout }, async () => {
    const all = await pruneAndKill(folder, { step: Infinity, delay: 0 });
    expect(new Set(all)).toEqual(new Set(['committed', 'rows', 'bytes', 'completed']));
    const few = [0, Math.floor(all.length / 2), all.indexOf('bytes')];
    for (const step of sized([...all.keys()], few)) {
      expect(await pruneAndKill(folder, { step, delay: 0 })).toEqual(all.slice(0, step + 1));
    }
  });

  it('keeps needed files, and the next one removes all others, within a step', { tags: 'full', timeout }, async () => {
    for (let round = 0; round < 60; round += 1) {
      await pruneAndKill(folder, { step: (round * 9) % 45, delay: 1 + ((round * 7) % 40) });
    }
  });
});
