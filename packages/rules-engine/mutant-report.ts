import { styleText } from 'node:util';
import type { Mutant } from './mutate.ts';

/** A mutant with which the tests passed. `before` and `after` are the lines it changes. */
export interface Survivor {
  number: number;
  line: number;
  column: number;
  description: string;
  before: string[];
  after: string[];
}

export interface MutantReport {
  rules: string;
  /** The number of all mutants of the rules. */
  mutants: number;
  /** The number of mutants that were run. */
  run: number;
  /** The number of mutants with which the tests failed. */
  noticed: number;
  survivors: Survivor[];
  /** The chosen mutants, if they were only listed. */
  listed?: { number: number; line: number; column: number; description: string }[];
}

/** The lines in which a mutant differs from the original. */
export function survivorOf(number: number, original: string, mutant: Mutant): Survivor {
  const before = original.split('\n');
  const after = mutant.source.split('\n');
  let end = 0;
  while (end < Math.min(before.length, after.length) - mutant.line + 1 && before.at(-1 - end) === after.at(-1 - end))
    end++;
  const { line, column, description } = mutant;
  return {
    number,
    line,
    column,
    description,
    before: before.slice(line - 1, before.length - end),
    after: after.slice(line - 1, after.length - end),
  };
}

export function reportText({ rules, mutants, run, noticed, survivors, listed }: MutantReport): string {
  if (listed !== undefined) {
    return listed.map((one) => `${one.number}  ${rules}:${one.line}:${one.column}  ${one.description}\n`).join('');
  }
  const blocks = survivors.map(({ number, line, column, description, before, after }) =>
    [
      styleText('bold', `#${number}  ${rules}:${line}:${column}  ${description}`),
      ...before.map((text) => styleText('red', `- ${text}`)),
      ...after.map((text) => styleText('green', `+ ${text}`)),
      '',
    ].join('\n'),
  );
  const of = run === mutants ? `${mutants} mutants` : `${run} of ${mutants} mutants run`;
  return `${blocks.join('\n')}${blocks.length === 0 ? '' : '\n'}${of}, ${noticed} noticed, ${survivors.length} survived\n`;
}
