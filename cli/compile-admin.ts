import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './configuration.ts';
import { fingerprintFiles } from './fingerprint.ts';

const sources = ['admin/**/*', 'model/**/*', 'package-lock.json'];

/**
 * Builds the back office into `outDir/{fingerprint}` unless its sources were built before, and answers that folder.
 * The build is moved into place whole, so that a killed one is never served. Throws with the bundler's own words.
 */
export async function compileAdmin(outDir: string): Promise<string> {
  const folder = join(outDir, fingerprintFiles(root, sources).slice(0, 16));
  if (existsSync(folder)) return folder;
  const building = `${folder}.building`;
  const admin = join(root, 'admin');
  const vite = join(dirname(createRequire(join(admin, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  // A process of its own gives the bundler's memory back and keeps this one free to start servers.
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', building, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: admin,
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  rmSync(folder, { recursive: true, force: true });
  renameSync(building, folder);
  return folder;
}
