import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/*
 * Runs every `check:…` script of package.json, two at a time, and reports each: `npm run check`. A failure does not stop
 * the others; the summary at the end names those that failed, and the exit code is 1. `check:commits` needs a history
 * and runs separately.
 */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const waiting = Object.keys(scripts).filter((name) => name.startsWith('check:') && name !== 'check:commits');
const results = new Map(waiting.map((name) => [name, null]));

/** Runs one script and prints its output as a whole once it has finished. */
async function run(name) {
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  results.set(name, { passed: code === 0, seconds });
  process.stdout.write(
    `${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)\n${Buffer.concat(output).toString()}`,
  );
}

async function runWaiting() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await run(name);
}

await Promise.all([runWaiting(), runWaiting()]);
const failed = [...results].filter(([, { passed }]) => !passed).map(([name]) => name);
process.stdout.write(
  failed.length === 0
    ? `\nAll ${results.size} checks passed.\n`
    : `\n${failed.length} of ${results.size} checks failed: ${failed.join(', ')}. Run one with: npm run ${failed[0]}\n`,
);
if (failed.length > 0) process.exitCode = 1;
