import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findFirestore, findJava } from './google-emulators.ts';

/*
 * `npm run test:official`: the contract and rules suites against Google's Firestore emulator. It uses the emulator at
 * FIRESTORE_EMULATOR_HOST, else starts an installed one. Exit code: 2 if there is none, 1 if a test fails.
 */

const root = join(import.meta.dirname, '../..');

/** The vitest runs: a project and its files that need only Firestore. No files means all. */
const runs: [project: string, files: string[]][] = [
  ['firestore', []],
  ['rules', ['tests/rules/product/wire.test.ts', 'tests/rules/product/queries.test.ts']],
  [
    'contract',
    [
      'tests/contract/documents/document-store.test.ts',
      'tests/contract/pipeline/content-source.test.ts',
      'tests/contract/pipeline/notice-sink.test.ts',
    ],
  ],
];

const help = `Google's Firestore emulator was not found. It needs Java 17 or newer (java on the PATH, or JAVA_HOME), and one of:

  gcloud components install cloud-firestore-emulator   with the Google Cloud CLI
  npx firebase setup:emulators:firestore               into ~/.cache/firebase/emulators (Java 21)
  FIRESTORE_EMULATOR_HOST=host:port                    for an emulator that is already running

Then run npm run test:official again.`;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

interface Emulator {
  command: string;
  args: string[];
}

/** The installed emulator; null if it or Java is missing. */
function findEmulator(): Emulator | null {
  const java = findJava(17);
  const jar = findFirestore();
  if (java === null || jar === null) return null;
  if (jar.main === null) return { command: java, args: ['-jar', jar.path] };
  return { command: java, args: ['-Duser.language=en', '-cp', jar.path, jar.main, 'start'] };
}

/** Starts the emulator on a free local port and waits until it answers. */
async function start({ command, args }: Emulator): Promise<{ host: string; stop(): void }> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const child = spawn(command, [...args, '--host=127.0.0.1', `--port=${port}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + String(chunk)).slice(-4_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const host = `127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const answered = await fetch(`http://${host}/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answered) return { host, stop: () => void child.kill() };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Google's Firestore emulator ended with code ${child.exitCode}:\n${output}`);
}

/** Runs vitest and returns its exit code. */
async function test(host: string, [project, files]: (typeof runs)[number]): Promise<number> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project', project, ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FIRESTORE_EMULATOR_HOST: host },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

async function main(): Promise<number> {
  const given = process.env['FIRESTORE_EMULATOR_HOST'];
  const found = given === undefined ? findEmulator() : null;
  if (given === undefined && found === null) {
    process.stderr.write(`${help}\n`);
    return 2;
  }
  const started = found === null ? { host: given ?? '', stop: () => undefined } : await start(found);
  process.once('SIGINT', started.stop).once('SIGTERM', started.stop);
  print(`Google's Firestore emulator at ${started.host}${found === null ? '' : `: ${found.args.join(' ')}`}`);
  let failed = 0;
  try {
    for (const run of runs) failed += (await test(started.host, run)) === 0 ? 0 : 1;
  } finally {
    started.stop();
  }
  return failed === 0 ? 0 : 1;
}

const begun = Date.now();
process.exitCode = await main();
if (process.exitCode !== 2) {
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
  print(`${process.exitCode === 0 ? 'Passed' : 'Failed'} against Google's emulator in ${minutes} minutes`);
}
