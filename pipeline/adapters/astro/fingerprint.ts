import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

// Everything the compiled site is made of; packages are covered by the lockfile.
const sources = [
  'astro.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'model',
  'pipeline/adapters/astro',
  'public',
  'src',
];

const isSource = (name: string): boolean => !name.startsWith('.') && !/\.(test|fixture)\.tsx?$/.test(name);

async function filesBelow(root: string, path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => null);
  if (found === null) return [];
  if (!found.isDirectory()) return [path];
  const names = (await readdir(join(root, path))).filter((name) => isSource(name) && name !== 'node_modules');
  const files = await Promise.all(names.sort().map((name) => filesBelow(root, `${path}/${name}`)));
  return files.flat();
}

/** Identifies what the site would be compiled from: 16 hex digits over names and bytes of its sources and this Node. */
export async function siteFingerprint(root: string): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    for (const path of await filesBelow(root, source)) {
      const bytes = await readFile(join(root, path));
      hash.update(`\n${path} ${bytes.length}\n`).update(bytes);
    }
  }
  return hash.digest('hex').slice(0, 16);
}
