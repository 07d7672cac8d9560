import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createHash } from 'node:crypto';
import { isSealed, sealFolder } from '@frontage/pipeline/sealed-folder';
import { OperatorError } from '@frontage/model/operator-error';
import { compileSite } from '@frontage/pipeline/compile';
import type { CompiledSite } from '@frontage/pipeline';
import { root } from '../target/configuration.ts';
import type { Presenter } from '../runtime/present.ts';
import type { Flags } from '../options.ts';

/** Compiles the site with `PUBLIC_…` settings if its sources changed, into `FRONTAGE_COMPILED` or the data folder. */
export const compileTemplates = (
  { data }: Pick<Flags, 'data'>,
  presenter: Presenter,
  settings: Record<string, string> = {},
): Promise<CompiledSite> =>
  compileSite({
    root,
    outDir: process.env['FRONTAGE_COMPILED'] ?? join(resolve(data), 'compiled'),
    settings,
    log: (line) => presenter.show({ event: 'compile', message: line }, line),
  });

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

const isSource = (name: string): boolean => !['node_modules', 'dist'].includes(name) && !name.includes('.test.');

/**
 * SHA-256 (hex) over the names and bytes of all files at and below `paths` of `root`, in a fixed order, without tests,
 * packages and builds.
 */
function fingerprintFiles(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(root, path))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** A glob pattern would take ten times as long. */
function filesBelow(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => isSource(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}
