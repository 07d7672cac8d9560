import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Prepares a workspace for packing: compiles its TypeScript to JavaScript with declarations in dist/, and writes a
 * package.json that points there. Runs in the workspace at `prepack`; `--undo`, at `postpack`, restores the original
 * package.json.
 */
const backup = 'dist/package.source.json';

interface Manifest {
  bin?: Record<string, string>;
  exports: Record<string, unknown>;
}

function pack(): void {
  // An interrupted run leaves the modified package.json.
  if (existsSync(backup)) undo();
  rmSync('dist', { recursive: true, force: true });
  const compiled = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
  if (compiled.status !== 0) process.exit(1);
  copyFileSync('package.json', backup);
  copyFileSync('../../LICENSE', 'LICENSE');
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  manifest.exports = { './*': { types: './dist/*.d.ts', default: './dist/*.js' } };
  for (const [name, file] of Object.entries(manifest.bin ?? {})) {
    manifest.bin = { ...manifest.bin, [name]: `dist/${file.replace(/\.ts$/, '.js')}` };
  }
  writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

function undo(): void {
  renameSync(backup, 'package.json');
  rmSync('LICENSE', { force: true });
}

if (process.argv.includes('--undo')) undo();
else pack();
