import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collections } from '@frontage/model/paths';
import { kindOf, type RecordedRequest } from './recorded-request.ts';
import { readRecordings, writeRecording } from './recording.ts';

// Usage: npm exec -- node tests/contract/previous-version/record.ts VERSION [TEST…] [-t TITLE]. See recording.md.

const here = import.meta.dirname;
const [asked, ...tests] = process.argv.slice(2);
const everyTest = ['tests/e2e/admin/', 'tests/e2e/admin-content/'];
if (asked === undefined) throw new Error('Name the version to record: a tag or a commit');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: here, encoding: 'utf8' }).trim();
const version = git('rev-parse', '--short', '--verify', `${asked}^{commit}`);
const folder = mkdtempSync(join(tmpdir(), 'frontage-recorded-'));
const checkout = join(folder, 'released');
try {
  git('worktree', 'add', '--detach', checkout, version);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: checkout,
    // The tests compile the version themselves.
    env: { ...process.env, CI: '1' },
    stdio: 'inherit',
  });
  const results = runTests();
  const before = tests.length === 0 ? undefined : readRecordings().find((one) => one.version === version);
  const requests = oneOfEach([...(before?.requests ?? []), ...readRequests()]);
  for (const { name, passed, failed } of results) process.stdout.write(`${name}: ${passed} passed, ${failed} failed\n`);
  // With `-t`, the tests of a file may all be skipped.
  const silent = results.filter(({ passed, skipped }) => passed + skipped === 0).map(({ name }) => name);
  if (results.every(({ passed }) => passed === 0) || silent.length > 0)
    throw new Error(`Nothing is written: ${silent.join(', ') || 'no test'} did not run`);
  const file = writeRecording(here, { version, requests });
  process.stdout.write(`${requests.length} requests of ${version} are in ${file}\n`);
} finally {
  if (existsSync(checkout)) git('worktree', 'remove', '--force', checkout);
  rmSync(folder, { recursive: true, force: true });
}

interface Result {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs the version's browser tests of the admin and records its requests. */
function runTests(): Result[] {
  // watch-browsers.ts must patch the checkout's browser library, so it must resolve modules from there.
  const inside = join(checkout, 'tests/contract/previous-version');
  cpSync(here, inside, { recursive: true });
  const report = join(folder, 'report.json');
  const vitest = [join(checkout, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'e2e'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // Failed tests sent requests, too. Their number is reported.
  spawnSync(process.execPath, [...vitest, ...reporters, ...(tests.length === 0 ? everyTest : tests)], {
    cwd: checkout,
    env: {
      ...process.env,
      // Tests with tags send requests that no other test sends.
      FULL: '1',
      NODE_OPTIONS: `--import=${join(inside, 'watch-browsers.ts')}`,
      RECORD_TO: join(folder, 'requests.jsonl'),
    },
    stdio: 'inherit',
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; assertionResults: { status: string }[] }[];
  };
  return testResults.map(({ name, assertionResults: all }) => {
    const count = (status: string): number => all.filter((one) => one.status === status).length;
    const [passed, failed] = [count('passed'), count('failed')];
    return { name: name.slice(checkout.length + 1), passed, failed, skipped: all.length - passed - failed };
  });
}

function readRequests(): RecordedRequest[] {
  const lines = readFileSync(join(folder, 'requests.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedRequest);
}

/** One request of each kind. */
function oneOfEach(requests: readonly RecordedRequest[]): RecordedRequest[] {
  const byKind = requests.map((recorded): [string, RecordedRequest] => {
    const { name, body, token, before } = recorded;
    const user = before[`${collections.userRoles}/${String(token?.['user_id'])}`];
    return [kindOf({ name, body, roles: JSON.stringify(user?.['roles'] ?? null) }), recorded];
  });
  return [...new Map(byKind).values()];
}
