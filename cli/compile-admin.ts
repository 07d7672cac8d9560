import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './configuration.ts';
import { fingerprintFiles } from './fingerprint.ts';

const sources = ['admin/**/*', 'model/**/*', 'package-lock.json'];

/**
 * Builds the back office into `outDir/{fingerprint}` unless its sources were built before, and answers that folder.
 * The build is moved into place whole, so that a killed one is never served.
 */
export async function compileAdmin(outDir: string): Promise<string> {
  const folder = join(outDir, fingerprintFiles(root, sources).slice(0, 16));
  if (existsSync(folder)) return folder;
  const building = `${folder}.building`;
  const { build } = await import('vite');
  await build({
    root: join(root, 'admin'),
    configFile: join(root, 'admin/vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir: building, emptyOutDir: true },
  });
  rmSync(folder, { recursive: true, force: true });
  renameSync(building, folder);
  return folder;
}
