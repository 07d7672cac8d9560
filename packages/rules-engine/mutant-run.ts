import { spawn } from 'node:child_process';
import { type MutantReport, survivorOf } from './mutant-report.ts';
import { mutants } from './mutate.ts';
import { compileRules } from './ruleset.ts';
import type { SwappedFile } from './swapped-file.ts';

export interface MutantRunOptions extends Choice {
  /** The test command, run in a shell once with the original rules and once for each mutant. */
  command: string;
  listOnly: boolean;
  timeoutMs: number;
  /** Ends the run early; findings up to then are reported. */
  signal: AbortSignal;
  /** Called with one line for each mutant that was run. */
  onResult(line: string): void;
}

export type MutantRun = { ok: true; report: MutantReport } | { ok: false; problem: string };

/** Replaces the rules with each chosen mutant and runs the tests. A mutant with which the tests pass is a survivor. */
export async function testMutants(file: SwappedFile, options: MutantRunOptions): Promise<MutantRun> {
  const { path: rules, original } = file;
  const compiled = compileRules(original);
  if (!compiled.ok) {
    const { line, column, message } = compiled.issues[0] ?? { line: 1, column: 1, message: 'do not compile' };
    return { ok: false, problem: `${rules}:${line}:${column}: ${message}` };
  }
  // A mutant that does not compile would fail regardless of the tests.
  const all = mutants(original).filter(({ source }) => compileRules(source).ok);
  const choice = chooseMutants(all.length, options);
  if (!choice.ok) return choice;
  const report: MutantReport = { rules, mutants: all.length, run: 0, noticed: 0, survivors: [] };
  const chosen = choice.numbers.flatMap((number) => {
    const mutant = all[number - 1];
    return mutant === undefined ? [] : [{ number, mutant }];
  });
  if (options.listOnly) {
    report.listed = chosen.map(({ number, mutant: { line, column, description } }) => ({
      number,
      line,
      column,
      description,
    }));
    return { ok: true, report };
  }
  const baseline = await runTests(options, '0');
  if (options.signal.aborted) return { ok: true, report };
  if (baseline !== 'passed') {
    return {
      ok: false,
      problem: `"${options.command}" fails with the original rules, so it cannot detect mutants`,
    };
  }
  for (const { number, mutant } of chosen) {
    file.replace(mutant.source);
    const outcome = await runTests(options, `${number} of ${all.length}`);
    if (options.signal.aborted) break;
    report.run++;
    if (outcome === 'passed') report.survivors.push(survivorOf(number, original, mutant));
    else report.noticed++;
    const word = outcome === 'passed' ? 'SURVIVED' : 'noticed';
    options.onResult(
      `${word}  ${number}/${all.length}  ${rules}:${mutant.line}:${mutant.column}  ${mutant.description}`,
    );
  }
  return { ok: true, report };
}

/** Runs the command in a separate process group, so that all processes it started end with it. */
function runTests({ command, timeoutMs, signal }: MutantRunOptions, number: string): Promise<'passed' | 'failed'> {
  if (signal.aborted) return Promise.resolve('failed');
  return new Promise((resolve) => {
    const isWindows = process.platform === 'win32';
    const child = spawn(command, {
      shell: true,
      stdio: 'ignore',
      detached: !isWindows,
      env: { ...process.env, RULES_MUTANT: number },
    });
    const end = (): void => {
      try {
        if (isWindows || child.pid === undefined) child.kill('SIGKILL');
        else process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has already exited.
      }
    };
    const timer = setTimeout(end, timeoutMs);
    signal.addEventListener('abort', end, { once: true });
    const settle = (outcome: 'passed' | 'failed'): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(outcome);
    };
    child.once('error', () => settle('failed'));
    child.once('close', (code) => settle(code === 0 ? 'passed' : 'failed'));
  });
}

/**
 * Selects mutants: `only` is a range `N..M` (from 1, inclusive) or one number `N`; `sample` picks that many of them,
 * evenly spread.
 */
interface Choice {
  only?: string | undefined;
  sample?: string | undefined;
}

/** Returns the chosen numbers, from 1 and in order, or the error in the choice. */
export function chooseMutants(
  total: number,
  { only, sample }: Choice,
): { ok: true; numbers: number[] } | { ok: false; problem: string } {
  if (total === 0) return { ok: true, numbers: [] };
  const range = /^(\d+)(?:\.\.(\d+))?$/.exec(only ?? `1..${total}`);
  if (range === null) return { ok: false, problem: `--only takes N or N..M, not "${only}"` };
  const [first, last] = [Number(range[1]), Number(range[2] ?? range[1])];
  if (first < 1 || last > total || first > last) {
    return { ok: false, problem: `--only ${only} is outside of the ${total} mutants` };
  }
  const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  if (sample === undefined) return { ok: true, numbers };
  const size = Number(sample);
  if (!Number.isInteger(size) || size < 1) return { ok: false, problem: `--sample takes a number, not "${sample}"` };
  if (size >= numbers.length) return { ok: true, numbers };
  const step = numbers.length / size;
  return { ok: true, numbers: Array.from({ length: size }, (_, i) => numbers[Math.floor(i * step)] ?? first) };
}
