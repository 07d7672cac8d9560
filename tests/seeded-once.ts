import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyCompiled, seededVariable } from './data-folders.ts';
import { startStack } from './e2e/stack.ts';
import { untilImagesProcessed } from './e2e/until-images-processed.ts';

/** Starts a new installation and stops it. Tests use copies of its data folder. */
export async function setup(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-seeded-'));
  copyCompiled(dataDir);
  const stack = await startStack({ dataDir });
  await untilImagesProcessed(stack.site);
  await stack.stop({ keepData: true });
  process.env[seededVariable] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
