#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { testMutants } from './mutant-run.ts';
import { reportText } from './mutant-report.ts';
import { swappedFile } from './swapped-file.ts';

const help = `rules-mutants: which faults in your security rules do your tests not notice?

  npx -p @frontage/rules-engine rules-mutants --rules firestore.rules --test "npm test"

Each mutant of the rules (a condition turned round, a side of && dropped, …) takes the place of the rules file while the
test command runs. The command must fail; a mutant it passes is a survivor: something your tests do not ask. The file is
put back afterwards, also when you interrupt.

  --rules FILE   the rules; default firestore.rules
  --test CMD     the command that tests them, run in a shell; default "npm test". It sees RULES_MUTANT, "N of M"
  --only N..M    only these mutants, as --list numbers them
  --sample N     so many of them, evenly spread
  --list         the mutants, without running anything
  --timeout S    seconds after which a run counts as noticed; default 600
  --json         one JSON object instead of text

Exit code: 0 every mutant was noticed, 1 some survived, 2 could not run.
`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      rules: { type: 'string', default: 'firestore.rules' },
      test: { type: 'string', default: 'npm test' },
      only: { type: 'string' },
      sample: { type: 'string' },
      list: { type: 'boolean', default: false },
      timeout: { type: 'string', default: '600' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const file = swappedFile(values.rules);
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  const run = await testMutants(file, {
    command: values.test,
    only: values.only,
    sample: values.sample,
    listOnly: values.list,
    timeoutMs: Number(values.timeout) * 1000,
    signal: interrupt.signal,
    onResult: (line) => {
      if (!values.json) process.stderr.write(`${line}\n`);
    },
  }).finally(file.restore);
  if (!run.ok) throw new Error(run.problem);
  process.stdout.write(values.json ? `${JSON.stringify(run.report, null, 2)}\n` : reportText(run.report));
  if (interrupt.signal.aborted) return 2;
  return run.report.survivors.length === 0 ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`rules-mutants: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
