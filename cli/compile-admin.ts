import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isWhole, sealFolder } from '@frontage/pipeline/adapters/disk/sealed-folder';
import { OperatorError } from '@frontage/model/operator-error';
import { root } from './configuration.ts';
import { fingerprintFiles } from './fingerprint.ts';
import type { Presenter } from './present.ts';

const sources = ['admin/**/*', 'model/**/*', 'package-lock.json'];

/**
 * Builds the back office into `outDir/{fingerprint}/files` unless its sources were built before, and returns that folder.
 * The build is moved into place whole, so that a killed one is never served; one that has been damaged is built again.
 * @throws OperatorError with the bundler's own words.
 */
export async function compileAdmin(outDir: string, presenter: Presenter): Promise<string> {
  const folder = join(outDir, fingerprintFiles(root, sources).slice(0, 16));
  const files = join(folder, 'files');
  if (existsSync(folder)) {
    if (await isWhole(folder)) return files;
    const message = `${folder} is damaged: building the back office again`;
    presenter.warn({ event: 'damaged', message }, message);
  }
  const message = 'Compiling the back office …';
  presenter.show({ event: 'compile', message }, message);
  const building = `${folder}.building`;
  const admin = join(root, 'admin');
  const vite = join(dirname(createRequire(join(admin, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  // A process of its own gives the bundler's memory back and keeps this one free to start servers.
  const build = promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', join(building, 'files'), '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: admin,
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const end = () => build.child.kill();
  process.once('exit', end);
  await build.catch((cause: unknown) => {
    throw new OperatorError('The back office cannot be built', 'Mend what is named, then run it again', { cause });
  });
  process.off('exit', end);
  await sealFolder(building);
  rmSync(folder, { recursive: true, force: true });
  renameSync(building, folder);
  return files;
}
