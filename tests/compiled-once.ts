import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { compileSite } from '@frontage/pipeline/adapters/astro/compile';
import { compileAdmin } from '../cli/compile-admin.ts';
import { createPresenter } from '../cli/present.ts';

const root = join(import.meta.dirname, '..');

/** Where the site and the back office are kept as they are compiled, by what they are made of. */
const folder = join(root, 'node_modules/.cache/frontage-tests');

/** Compiles what is stale of both, before any test begins. */
export async function setup(): Promise<void> {
  await compileSite({ root, outDir: join(folder, 'compiled'), log: () => undefined });
  await compileAdmin(join(folder, 'admin'), createPresenter(true));
}

/** Makes a data folder find both as if it had compiled them itself: its own copy, which it may damage. */
export function copyCompiled(dataDir: string): void {
  cpSync(folder, dataDir, { recursive: true });
}
