import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, 'node_modules');

/** The folder of a package that only the comparison needs. The first call installs all of these packages. */
export function installed(name: string): string {
  const folder = join(packages, name);
  if (!existsSync(folder)) {
    console.error('Installing the compared programs (npm ci in bench/peers/) …');
    spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: import.meta.dirname, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  if (!existsSync(folder)) throw new Error(`${name} could not be installed: run \`npm ci\` in bench/peers/`);
  return folder;
}

export const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(join(installed(name), 'package.json'), 'utf8')) as { version: string }).version;

/** The folder of the packages, for projects without a node_modules folder. */
export const installedPackages = packages;
