import { mutants } from '../../mutate.ts';
import { parse } from '../../parse.ts';
import { print } from '../../print.ts';
import { printExpression } from '../../print-expression.ts';
import type { RulesIssue, Verdict } from '../../ruleset.ts';
import { compileRules } from '../../ruleset.ts';
import { describe, expect, test } from 'vitest';
import type { Outcome } from './outcome.ts';
import { outcomesOf } from './outcome.ts';
import { plainTree } from './plain-tree.ts';
import { randomOf } from './random.ts';
import type { Random } from './random.ts';
import { expressionSource } from './random-expression.ts';
import { randomProgram } from './random-program.ts';
import { randomReader, randomRequest } from './random-request.ts';
import { corruptSource } from './corrupt-source.ts';

/*
 * Random programs, requests and documents. FULL=1 runs 100,000 of them; FUZZ_SEED selects another series. A failure
 * prints the seed that reproduces it.
 */
const RUNS = process.env['FULL'] === undefined ? 200 : 100_000;
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_240_517);
const TIMEOUT = 1_800_000;

function forEachSeed(offset: number, check: (random: Random) => void): void {
  for (let run = 0; run < RUNS; run++) {
    const seed = (SEED + offset * 1_000_003 + run) >>> 0;
    try {
      check(randomOf(seed));
    } catch (error) {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}

function expectIssues(issues: readonly RulesIssue[], source: string): void {
  const lines = source.split('\n').length;
  if (issues.length === 0) throw new Error('Refused without an issue');
  for (const { line, column, message, excerpt } of issues) {
    const isPlaced = line >= 1 && line <= lines && column >= 1 && excerpt.endsWith('^');
    if (!isPlaced || message === '') throw new Error(`A bad issue: ${line}:${column} ${message}\n${excerpt}`);
  }
}

function expectVerdict({ allowed, reason, accessCalls }: Verdict): void {
  const saysAllowed = /^allow [a-z, ]+ at \d+:\d+$/.test(reason);
  if (allowed !== saysAllowed) throw new Error(`${allowed ? 'allowed' : 'denied'} because "${reason}"`);
  if (accessCalls < 0 || accessCalls > 11) throw new Error(`${accessCalls} access calls`);
}

describe(`${RUNS} random programs`, () => {
  test('round-trip through print and parse', { timeout: TIMEOUT }, () => {
    forEachSeed(1, (random) => {
      const tree = randomProgram(random);
      const source = print(tree);
      const parsed = parse(source);
      if (!parsed.ok) throw new Error(`${parsed.problem.message} at ${parsed.problem.offset} of\n${source}`);
      if (plainTree(parsed.tree) !== plainTree(tree)) throw new Error(`Another tree after printing\n${source}`);
      if (print(parsed.tree) !== source) throw new Error(`Another text after parsing\n${source}`);
    });
  });

  test('compile and evaluate without exceptions, and name the rule of an allowed request', { timeout: TIMEOUT }, () => {
    const seen = { compiled: 0, refused: 0, allowed: 0, denied: 0 };
    forEachSeed(2, (random) => {
      const source = print(randomProgram(random));
      const compiled = compileRules(source);
      if (!compiled.ok) {
        seen.refused++;
        return expectIssues(compiled.issues, source);
      }
      seen.compiled++;
      for (const request of random.many(1, 3, () => randomRequest(random))) {
        const verdict = compiled.ruleset.evaluate(
          request,
          randomReader(random),
          random.chance(0.2) ? { remaining: 3 } : null,
        );
        expectVerdict(verdict);
        seen[verdict.allowed ? 'allowed' : 'denied']++;
      }
    });
    // Each outcome must occur often enough for a meaningful test.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(RUNS / 50);
  });

  test('are refused with an issue or compile after random edits', { timeout: TIMEOUT }, () => {
    forEachSeed(3, (random) => {
      const source = corruptSource(print(randomProgram(random)), random);
      const compiled = compileRules(source);
      if (!compiled.ok) return expectIssues(compiled.issues, source);
      expectVerdict(compiled.ruleset.evaluate(randomRequest(random), randomReader(random)));
    });
  });

  test('have mutants without syntax errors', { timeout: TIMEOUT }, () => {
    for (let run = 0; run < RUNS / 50; run++) {
      const source = print(randomProgram(randomOf(SEED + run)));
      for (const mutant of mutants(source)) {
        expect(parse(mutant.source).ok, `${mutant.description} of\n${source}`).toBe(true);
        expect(mutant.line).toBeGreaterThan(0);
      }
    }
  });
});

describe(`${RUNS} random conditions`, () => {
  /** Laws with two conditions that must have the same result; A, B and C are random conditions. */
  const LAWS: readonly (readonly [law: string, left: string, right: string])[] = [
    ['and commutes', 'A && B', 'B && A'],
    ['or commutes', 'A || B', 'B || A'],
    ['and associates', '(A && B) && C', 'A && (B && C)'],
    ['or associates', '(A || B) || C', 'A || (B || C)'],
    ['De Morgan for and', '!(A && B)', '!A || !B'],
    ['De Morgan for or', '!(A || B)', '!A && !B'],
    ['and distributes', 'A && (B || C)', '(A && B) || (A && C)'],
    ['or distributes', 'A || (B && C)', '(A || B) && (A || C)'],
    ['double negation', '!!A', 'A'],
    ['and with true', 'A && true', 'A'],
    ['or with false', 'A || false', 'A'],
    ['and with itself', 'A && A', 'A'],
    ['or with itself', 'A || A', 'A'],
    ['false absorbs everything, errors included', 'A && false', 'false'],
    ['false absorbs everything from the left', 'false && A', 'false'],
    ['true absorbs everything, errors included', 'A || true', 'true'],
    ['true absorbs everything from the left', 'true || A', 'true'],
    ['an error remains beside a side that does not decide', '(A || true) && (1 / 0 == 1)', '1 / 0 == 1'],
    ['a ternary is its parts', '(A || true) ? B : C', 'B && true'],
    ['and as a ternary', '(A && B) ? true : false', 'A && B'],
  ];
  /** Every operator except `&&` and `||` propagates an error; the first condition detects an error in A. */
  const STRICT = [
    '[A].size() == 1',
    '(A) == true',
    "{'k': A}.size() == 1",
    '(A) is bool',
    '(A) ? true : true',
    '[true].hasAll([A])',
    'A in [true]',
    'debug(A) != null',
  ];

  test('obey the laws of three-valued logic with errors as the third value', { timeout: TIMEOUT }, () => {
    const seen: Record<Outcome, number> = { true: 0, false: 0, error: 0, limit: 0 };
    forEachSeed(4, (random) => {
      const source = expressionSource(random, { variables: ['w', 'database'], functions: [] });
      const [a = '', b = '', c = ''] = [3, 3, 2].map((depth) => `(${printExpression(source.of('bool', depth))})`);
      const fill = (side: string): string =>
        side.replace(/\b[ABC]\b/g, (letter) => ({ A: a, B: b, C: c })[letter] ?? '');
      const [law, left, right] = random.pick(LAWS);
      const conditions = [left, right, 'A', ...STRICT].map(fill);
      const outcomes = outcomesOf(conditions, randomRequest(random), randomReader(random));
      if (outcomes === null) return;
      const [first = 'limit', second = 'limit', own = 'limit', held = 'limit', ...strict] = outcomes;
      seen[own]++;
      if (first !== 'limit' && second !== 'limit' && first !== second) {
        throw new Error(`${law}: ${first} is not ${second}, A = ${a}, B = ${b}, C = ${c}`);
      }
      const isError = held === 'error';
      if (isError && own !== 'error' && own !== 'limit') throw new Error(`An error is ${own}, A = ${a}`);
      for (const [at, outcome] of strict.entries()) {
        if (isError && outcome !== 'error' && outcome !== 'limit') {
          throw new Error(`${STRICT[at + 1] ?? ''} is ${outcome} for an error, A = ${a}`);
        }
      }
    });
    for (const outcome of ['true', 'false', 'error'] as const) expect(seen[outcome]).toBeGreaterThan(RUNS / 50);
  });
});
