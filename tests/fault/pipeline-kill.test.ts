import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

import { openTextPipeline, temporaryFolder } from '../../pipeline/engine/text-pipeline.fixture.ts';
import { aPage, aSection } from '../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../pipeline/sync/memory-source.fixture.ts';
import { sized } from '../full.ts';
import { type Random, randomFrom } from './support/random.ts';

const rounds = sized(50, 4);

/** When the publishing process is killed. */
interface KillPoint {
  /** The number of releases before the kill. */
  releases: number;
  /** Milliseconds after the last of these releases, or after the start if there are none. */
  after: number;
}

/** Runs a publishing process on the folder and kills it at the given point. */
async function publishAndKill(folder: string, seed: number, { releases, after }: KillPoint): Promise<void> {
  const script = join(import.meta.dirname, 'support/publishing-process.ts');
  const child = spawn(process.execPath, [script, folder, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let lines = 0;
  await new Promise<void>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`The publishing process ended with ${String(code)}`)));
    createInterface({ input: child.stdout }).on('line', () => {
      lines += 1;
      if (lines === releases + 1) resolve();
    });
  });
  await new Promise((resolve) => setTimeout(resolve, after));
  child.kill('SIGKILL');
  await ended;
}

it(
  'keeps exactly one complete release live whenever the pipeline is killed',
  { timeout: sized(900_000, 240_000) },
  async () => {
    const { folder, remove } = temporaryFolder();
    const ids: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Even rounds: during the first, large step. Odd rounds: during a sequence of small releases.
      await publishAndKill(
        folder,
        round,
        round % 2 === 0 ? { releases: 0, after: 14 * round } : { releases: round, after: 3 },
      );
      const pipeline = await openTextPipeline({ dataDir: folder, source: null });
      const live = pipeline.live();
      if (live) expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
      ids.push(Number(live?.id ?? 0));
      await pipeline.close();
    }
    expect(ids.at(-1)).toBeGreaterThan(0);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    remove();
  },
);

const filesBelow = (folder: string): Set<string> =>
  new Set(
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
          entry.isFile() ? join(entry.parentPath, entry.name) : [],
        )
      : [],
  );

/** Bytes of the write-ahead log that SQLite flushed before it copied them, from the shared-memory file. */
function flushedBytes(database: string): number {
  const [logHeader, frameHeader, pageSize] = [32, 24, 4096];
  const framesAt = 128;
  const index = readFileSync(`${database}-shm`);
  return logHeader + index.readUInt32LE(framesAt) * (frameHeader + pageSize);
}

/** Loses bytes that were written but never flushed: the end of the log, new files of blobs, and the record of the release. */
function cutPower(folder: string, written: readonly string[], random: Random): void {
  const database = join(folder, 'pipeline.sqlite');
  if (existsSync(`${database}-wal`)) {
    const { size } = statSync(`${database}-wal`);
    const flushed = Math.min(flushedBytes(database), size);
    truncateSync(`${database}-wal`, flushed + random.below(size - flushed + 1));
  }
  rmSync(`${database}-shm`, { force: true });
  for (const file of written) {
    const fate = random.below(4);
    if (fate === 0) rmSync(file);
    if (fate === 1) truncateSync(file, random.below(statSync(file).size + 1));
    if (fate === 2) writeFileSync(file, Buffer.alloc(statSync(file).size));
  }
  if (random.below(4) === 0) writeFileSync(join(folder, 'announced'), Buffer.alloc(4096));
}

it('publishes the whole content again after a power cut', { timeout: 480_000 }, async () => {
  const random = randomFrom();
  const { folder, remove } = temporaryFolder();
  for (let round = 0; round < sized(40, 2); round += 1) {
    const before = filesBelow(join(folder, 'blobs'));
    await publishAndKill(folder, round, { releases: random.below(6), after: random.below(400) });
    const written = [...filesBelow(join(folder, 'blobs'))].filter((file) => !before.has(file));
    cutPower(folder, written, random);
    // Later than the writes of this round, and earlier than those of the next one.
    const source = memorySource(new Date(Date.UTC(2026, 0, 1, 12) + round * 86_400_000).toISOString());
    for (let index = 0; index < 60; index += 1) {
      const title = `After ${String(round)}`;
      source.set(`pages/p${String(index)}`, aPage({ slug: `p${String(index)}`, title, show_in_menu: index < 5 }));
    }
    source.set('homepage_sections/s', aSection({ title: 'After' }));
    const pipeline = await openTextPipeline({ dataDir: folder, source });
    await pipeline.reconcile();
    const context = `SEED=${String(random.seed)}, round ${String(round)}`;
    expect(await pipeline.verify(), context).toMatchObject({ identical: true, differing: [] });
    await pipeline.close();
  }
  remove();
});
