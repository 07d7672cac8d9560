import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

import { openTextPipeline, temporaryFolder } from '../../pipeline/trigger/text-pipeline.fixture.ts';
import { sized } from '../full.ts';

const rounds = sized(50, 8);

interface Death {
  /** How many releases are made first. */
  releases: number;
  /** Milliseconds after the last of them, or after it began. */
  after: number;
}

/** Publishes from the folder until it is killed. */
async function publishAndKill(folder: string, seed: number, { releases, after }: Death): Promise<void> {
  const script = join(import.meta.dirname, 'support/publishing-process.ts');
  const child = spawn(process.execPath, [script, folder, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let lines = 0;
  await new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', () => {
      lines += 1;
      if (lines === releases + 1) resolve();
    });
  });
  await new Promise((resolve) => setTimeout(resolve, after));
  child.kill('SIGKILL');
  await ended;
}

it('whenever the pipeline is killed, exactly one complete release is live', { timeout: 240_000 }, async () => {
  const { folder, remove } = temporaryFolder();
  const ids: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // In the first, large step, and in the middle of a row of small releases.
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
});
