import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

// All sources of the compiled site and of the parsing of documents. The lockfile covers packages.
const sources = [
  'astro.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'model',
  'pipeline/adapters/astro',
  'pipeline/sync',
  'public',
  'src',
];

const isSource = (name: string): boolean => !name.startsWith('.') && !/(\.(test|fixture)\.tsx?|\.md)$/.test(name);

function filesBelow(root: string, path: string): string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  const names = readdirSync(join(root, path)).filter((name) => isSource(name) && name !== 'node_modules');
  return names.sort().flatMap((name) => filesBelow(root, `${path}/${name}`));
}

/**
 * Identifies the inputs of a compilation: 16 hex digits from names and bytes of its sources, its settings and the Node
 * version.
 */
export function siteFingerprint(root: string, settings: Record<string, string> = {}): string {
  const hash = createHash('sha256').update(process.version);
  for (const [name, value] of Object.entries(settings)) hash.update(`\n${name} ${value.length}\n`).update(value);
  for (const source of sources) {
    for (const path of filesBelow(root, source)) {
      const bytes = readFileSync(join(root, path));
      hash.update(`\n${path} ${bytes.length}\n`).update(bytes);
    }
  }
  return hash.digest('hex').slice(0, 16);
}
