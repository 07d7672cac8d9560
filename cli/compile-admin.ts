import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isSealed, sealFolder } from '@frontage/pipeline/adapters/disk/sealed-folder';
import { OperatorError } from '@frontage/model/operator-error';
import { root } from './configuration.ts';
import { fingerprintFiles } from './fingerprint.ts';
import type { Presenter } from './present.ts';

const sources = ['admin', 'model', 'package-lock.json'];

/**
 * Builds the admin into `outDir/{fingerprint}/files` unless its sources are unchanged. Returns that folder and whether
 * it was built. The finished build is moved into place, so an interrupted one is never served; a damaged one is
 * rebuilt.
 * @throws OperatorError with the bundler's message if the build fails.
 */
export async function compileAdmin(outDir: string, presenter: Presenter) {
  const folder = join(outDir, fingerprintFiles(root, sources).slice(0, 16));
  const files = join(folder, 'files');
  if (existsSync(folder)) {
    if (await isSealed(folder)) return { files, isBuilt: false };
    const message = `${folder} is damaged: building the admin again`;
    presenter.warn({ event: 'damaged', message }, message);
  }
  const message = 'Compiling the admin …';
  presenter.show({ event: 'compile', message }, message);
  const building = `${folder}.building`;
  const admin = join(root, 'admin');
  const vite = join(dirname(createRequire(join(admin, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  // In a separate process, the bundler's memory is freed afterwards and this process can start servers meanwhile.
  const build = promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', join(building, 'files'), '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: admin,
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const killBuild = () => build.child.kill();
  process.once('exit', killBuild);
  await build.catch((cause: unknown) => {
    throw new OperatorError('The admin cannot be built', 'Fix the named error, then run it again', { cause });
  });
  process.off('exit', killBuild);
  await sealFolder(building);
  rmSync(folder, { recursive: true, force: true });
  renameSync(building, folder);
  return { files, isBuilt: true };
}
