import { join } from 'node:path';
import { compileSite } from '@frontage/pipeline/compile';
import { compileAdmin } from '../cli/publishing/compile.ts';
import type { Presenter } from '../cli/runtime/present.ts';
import { compiledFolder as folder } from './data-folders.ts';

const root = join(import.meta.dirname, '..');

const nothing = () => undefined;
const silent: Presenter = { show: nothing, warn: nothing, progress: nothing, rewrite: nothing, fail: nothing };

/** Compiles the site and the admin, if outdated, before the first test. */
export async function setup(): Promise<void> {
  await Promise.all([compileSite({ root, outDir: join(folder, 'compiled'), log: nothing }), compileAdminForTests()]);
}

/** Compiles the admin, if outdated. Returns the folder of its files, with Vite's manifest. */
export async function compileAdminForTests(): Promise<string> {
  const { files } = await compileAdmin(join(folder, 'admin'), silent);
  return files;
}
