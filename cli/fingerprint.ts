import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const isSource = (name: string): boolean => !['node_modules', 'dist'].includes(name) && !name.includes('.test.');

/**
 * SHA-256 (hex) over the names and bytes of all files at and below `paths` of `root`, in a fixed order, without tests,
 * packages and builds.
 */
export function fingerprintFiles(root: string, paths: readonly string[]): string {
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
