import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/**
 * Type-checks every folder under its own libraries (browser, Node or neither). Run by `npm run check:types`. Uses the
 * native compiler, which takes a third of the processor time; ESLint and Astro need the one written in TypeScript.
 */
const longestFirst = ['admin', 'tests', 'cli', 'functions', 'pipeline', 'packages', 'local', 'model', 'bench', 'seed'];

const native = join(import.meta.dirname, '../node_modules/typescript-native/bin/tsc');

const compiles = (folder: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const compiler = spawn(process.execPath, [native, '-p', folder], { stdio: 'inherit' });
    compiler.once('error', reject).once('close', (code) => resolve(code === 0));
  });

// Each compiler uses one core and up to a gigabyte of memory.
const queue = longestFirst.values();
const failed: string[] = [];
const compilers = Array.from({ length: Math.min(4, availableParallelism()) }, async () => {
  for (const folder of queue) if (!(await compiles(folder))) failed.push(folder);
});
await Promise.all(compilers);

if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`);
  process.exitCode = 1;
}
