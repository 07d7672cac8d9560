import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Type-checks every folder under its own libraries (browser, Node or neither), as `npm run check:types`. */
const longestFirst = ['admin', 'tests', 'cli', 'functions', 'pipeline', 'local', 'model', 'bench', 'seed'];

// The compiler that is a program of its own: astro check and typed linting still need the one written in JavaScript.
const compiler = join(import.meta.dirname, '../node_modules/@typescript/native/bin/tsc');

const isSound = (folder: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const compiling = spawn(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });
    compiling.once('error', reject).once('close', (code) => resolve(code === 0));
  });

const failed: string[] = [];
for (const folder of longestFirst) if (!(await isSound(folder))) failed.push(folder);

if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`);
  process.exitCode = 1;
}
