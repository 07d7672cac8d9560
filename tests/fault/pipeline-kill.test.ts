import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTextPipeline, temporaryFolder } from '../../pipeline/text-pipeline.fixture.ts';

const rounds = 25;

/** Publishes from the folder and is killed `after` milliseconds. */
async function publishAndKill(folder: string, seed: number, after: number): Promise<void> {
  const script = join(import.meta.dirname, 'support/publishing-process.ts');
  const child = spawn(process.execPath, [script, folder, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  await new Promise((resolve) => setTimeout(resolve, after));
  child.kill('SIGKILL');
  await ended;
}

it('whenever the pipeline is killed, exactly one complete release is live', { timeout: 240_000 }, async () => {
  const { folder, remove } = temporaryFolder();
  const ids: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // From the first look at the content to the middle of a row of small releases.
    await publishAndKill(folder, round, 7 * round);
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
