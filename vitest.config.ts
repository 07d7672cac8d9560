import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { isCi, isFull } from './tests/full.ts';

const excluded = ['**/node_modules/**', '**/dist/**', '.frontage/**'];
/** Suites that import functions and need a process each: other parameters, which are read at import, or an own log. */
const alone = [
  'tests/contract/deployed-functions.test.ts',
  'tests/contract/functions/**/*.test.ts',
  'tests/contract/functions-product/{app-check,mail,password-mail,uploads}.test.ts',
  'tests/contract/pipeline/sweep.test.ts',
  'tests/contract/previous-version/older-calls.test.ts',
];
const ofFunctions = 'tests/contract/functions-product/**/*.test.ts';
/**
 * Tests of a layer that live beside the code they are about. `*.system.test.ts` starts programs, or has thousands of
 * pages or requests.
 */
const beside: Record<string, string[]> = {
  contract: [
    '{cli,local,packages,pipeline}/**/*.system.test.ts',
    'pipeline/adapters/threads/open-threads.test.ts',
    'pipeline/engine/{cost-of-an-edit,sitemap}.test.ts',
  ],
  functions: [ofFunctions],
  'contract-alone': alone,
  firestore: ['packages/firestore-server/contract/**/*.test.ts'],
  rules: ['packages/rules-engine/language/**/*.test.ts'],
};

/** Global setup of each layer. */
const globalSetup: Record<string, string[]> = {
  e2e: ['tests/e2e/chromium.ts', 'tests/compiled-once.ts', 'tests/seeded-once.ts'],
  fault: ['tests/compiled-once.ts'],
  contract: ['tests/compiled-once.ts'],
  rehearsal: ['tests/compiled-once.ts'],
};

const layers = ['e2e', 'fault', 'contract-alone', 'contract', 'functions', 'firestore', 'rules', 'rehearsal'];

/** Files of other layers in the folder of a layer. */
const elsewhere: Record<string, string[]> = { contract: [...alone, ofFunctions], functions: alone };

/** Polled conditions take longer than Vitest's second on a busy machine. A condition that is met ends the wait at once. */
const patient = { poll: { timeout: 20_000 } };

const waitLonger = join(import.meta.dirname, 'tests/wait-longer.ts');

/** Layers whose files share processes, each with a separate Firebase: loading the tested code takes longer than testing. */
const together = ['contract', 'functions', 'firestore'];

const memory = '/dev/shm';

/** Whether the machine has a folder in memory with a gigabyte to spare, as containers often have not. */
const hasMemory = (): boolean => {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2 ** 30;
};

/** Temporary files are in memory if possible, so that tests do not wait for a disk. */
const temporary = hasMemory() ? { TMPDIR: memory } : {};

/** Begins with the layers whose files take longest, so that none of them is left to run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const place = ({ project }: (typeof files)[number]): number => layers.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/**
 * A project per layer: `unit` is fast; the others start real servers and browsers, take minutes, and both wait and
 * compute, so three of their files run at a time on any machine: with four on two processors, tests wait too long.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    tags: [
      {
        name: 'full',
        description: 'rarer variants of other tests, run with FULL=1',
        skip: !isFull,
      },
      {
        name: 'ci',
        description: 'further journeys in browsers and attacks, run with CI=1 or FULL=1',
        skip: !isCi,
      },
    ],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // No module keeps anything between tests, so that they may share them: loading them takes longer than testing.
          isolate: false,
          // Ends hanging tests; a busy machine may be slow.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          setupFiles: [waitLonger],
          expect: patient,
          env: temporary,
          include: ['{model,pipeline,packages,local,functions,admin,src,cli,seed,language}/**/*.test.{ts,tsx}'],
          exclude: [...excluded, ...Object.values(beside).flat()],
        },
      },
      ...layers.map((name) => ({
        test: {
          name,
          include: [`tests/${name}/**/*.test.ts`, ...(beside[name] ?? [])],
          exclude: [...excluded, ...(elsewhere[name] ?? [])],
          isolate: !together.includes(name),
          // Browsers answer late now and then on a busy machine. The report names the tests that needed a second attempt.
          retry: name === 'e2e' && isCi ? 1 : 0,
          testTimeout: 90_000,
          setupFiles: [waitLonger],
          expect: patient,
          hookTimeout: 300_000,
          // Programs that tests start, some by the dozen, find their code compiled.
          env: {
            ...temporary,
            NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/frontage-tests-code'),
            // There is none to ask for credentials, which takes its time to show.
            METADATA_SERVER_DETECTION: 'none',
          },
          globalSetup: globalSetup[name] ?? [],
        },
      })),
    ],
  },
});
