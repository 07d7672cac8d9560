import { spawnSync } from 'node:child_process';

/** Type-checks every folder under its own libraries (browser, Node or neither), as `npm run check:types`. */
const folders = ['model', 'pipeline', 'local', 'functions', 'admin', 'cli', 'seed', 'tests', 'bench'];

const failed = folders.filter((folder) => {
  const run = spawnSync('tsc', ['-p', folder], { stdio: 'inherit' });
  return run.status !== 0;
});

if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`);
  process.exitCode = 1;
}
