#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { testMutants } from './mutant-run.ts';
import { reportText } from './mutant-report.ts';
import { swappedFile } from './swapped-file.ts';

const help = `rules-mutants: finds faults in security rules that your tests do not detect

  npx -p @frontage/rules-engine rules-mutants --rules firestore.rules --test "npm test"

Each mutant of the rules (a negated condition, a dropped operand of &&, …) replaces the rules file while the test command
runs. The command must fail; a mutant with which it passes is a survivor: your tests do not cover it. The file is
restored afterwards, also on Ctrl+C.

  --rules FILE   the rules; default firestore.rules
  --test CMD     the test command, run in a shell; default "npm test". RULES_MUTANT is set to "N of M"
  --only N..M    only these mutants, by their numbers in --list
  --sample N     only N of them, evenly spread
  --list         list the mutants without running the command
  --timeout S    seconds after which a run counts as noticed; default 600
  --json         print one JSON object instead of text

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
