import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

import { openTextPipeline, temporaryFolder } from '../../pipeline/engine/text-pipeline.fixture.ts';
import { sized } from '../full.ts';

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

it('keeps exactly one complete release live whenever the pipeline is killed', { timeout: 240_000 }, async () => {
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
});
