import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RecordedRequest } from './recorded-request.ts';
import { writeRecording } from './recording.ts';

// node tests/contract/neighbours/record.ts CHECKOUT: records what the back office of a version sends, while its own browser
// tests drive it. CHECKOUT is a folder with that version, installed (`npm ci`). CONTRIBUTING.md says when.

const here = import.meta.dirname;
const [checkout = ''] = process.argv.slice(2).map((folder) => resolve(folder));
const inside = join(checkout, 'tests/contract/neighbours');
const version = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim();
const folder = mkdtempSync(join(tmpdir(), 'frontage-recorded-'));
const output = join(folder, 'requests.jsonl');
// The browser's library is that of the version, so that what is loaded beside it must be found there.
cpSync(here, inside, { recursive: true });
const vitest = [join(checkout, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'e2e'];
const recording = { NODE_OPTIONS: `--import=${join(inside, 'watch-browsers.ts')}`, RECORD_TO: output };
// A test that fails has sent something all the same.
spawnSync(process.execPath, [...vitest, 'tests/e2e/admin', 'tests/e2e/admin-content'], {
  cwd: checkout,
  env: { ...process.env, ...recording },
  stdio: 'inherit',
});
const lines = readFileSync(output, 'utf8').trim().split('\n');
const byKind = new Map(
  lines.map((line) => {
    const { kind, recorded } = JSON.parse(line) as { kind: string; recorded: RecordedRequest };
    return [kind, recorded];
  }),
);
const file = writeRecording(here, { version, requests: [...byKind.values()] });
rmSync(folder, { recursive: true });
process.stdout.write(`${byKind.size} requests of ${version} are in ${file}\n`);
