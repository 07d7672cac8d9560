import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyCompiled, seededPortVariable, seededVariable } from './data-folders.ts';
import { findFreePorts, startStack } from './e2e/stack.ts';
import { untilImagesProcessed } from './e2e/until-images-processed.ts';

/** Starts a new installation and stops it. Tests use copies of its data folder. */
export async function setup(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-seeded-'));
  copyCompiled(dataDir);
  // Other tests choose higher ports, so that this one is free for the file that uses it again.
  const port = await findFreePorts(8, 12_000);
  const stack = await startStack({ dataDir, port });
  await untilImagesProcessed(stack.site);
  await stack.stop({ keepData: true });
  process.env[seededVariable] = dataDir;
  process.env[seededPortVariable] = String(port);
  return () => rmSync(dataDir, { recursive: true, force: true });
}
