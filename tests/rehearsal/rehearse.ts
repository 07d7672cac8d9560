import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findParts, installation } from './emulators.ts';

/*
 * `npm run rehearse`: deploys the whole product to Google's emulator suite and walks through it (walk.test.ts).
 * Exit code: 2 if a part is missing on this machine, 1 if a step fails.
 */

const root = join(import.meta.dirname, '../..');

async function main(): Promise<number> {
  const parts = findParts();
  if ('missing' in parts) {
    const lines = [
      'The rehearsal needs:',
      '',
      ...parts.missing.map((part) => `  ${part}`),
      '',
      'Then run npm run rehearse again.',
    ];
    process.stderr.write(`${lines.join('\n')}\n`);
    return 2;
  }
  if (parts.storageRules === null) {
    const notice = "Storage rules are evaluated by the project's own engine, because Google's is not installed.";
    process.stdout.write(`${notice} ${installation.storageRules}\n`);
  }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  // Each step needs those before it.
  const options = ['--project', 'rehearsal', '--reporter', 'verbose', '--bail', '1'];
  const child = spawn(process.execPath, [vitest, 'run', ...options], { cwd: root, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

process.exitCode = await main();
