import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { compileSite } from '@frontage/pipeline/adapters/astro/compile';
import { compileAdmin } from '../cli/compile-admin.ts';
import type { Presenter } from '../cli/present.ts';

const root = join(import.meta.dirname, '..');

/** Where the site and the back office are kept as they are compiled, by what they are made of. */
const folder = join(root, 'node_modules/.cache/frontage-tests');

const nothing = () => undefined;
const silent: Presenter = { show: nothing, warn: nothing, progress: nothing, fail: nothing };

/** Compiles what is stale of both, before any test begins. */
export async function setup(): Promise<void> {
  await compileSite({ root, outDir: join(folder, 'compiled'), log: nothing });
  await compileAdmin(join(folder, 'admin'), silent);
}

/** Makes a data folder find both as if it had compiled them itself: its own copy, which it may damage. */
export function copyCompiled(dataDir: string): void {
  cpSync(folder, dataDir, { recursive: true });
}
