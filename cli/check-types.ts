import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Type-checks every folder under its own libraries (browser, Node or neither). Run by `npm run check:types`. */
const longestFirst = ['admin', 'tests', 'cli', 'functions', 'pipeline', 'local', 'model', 'bench', 'seed'];

const compiles = (folder: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const compiler = spawn('tsc', ['-p', folder], { stdio: 'inherit' });
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
