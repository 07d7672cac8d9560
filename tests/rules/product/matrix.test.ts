import { describe, expect, it } from 'vitest';
import type { Attempt } from './attempt.ts';
import { attacks } from './attacks.ts';
import { cells } from './cells.ts';
import { rulesetOf, rulesSource } from './ruleset.ts';
import { decide, prepare } from './run-in-engine.ts';
import { decideStorage, storageAttempts } from './storage-attempts.ts';

const ruleset = rulesetOf(rulesSource('firestore.rules'));

const suites: [string, readonly Attempt[]][] = [
  ['every cell of the permission matrix', cells],
  ...Object.entries(attacks),
];

describe.each(suites)('%s', (_name, attempts) => {
  const outcomes = attempts.map((attempt) => ({ attempt, result: decide(ruleset, prepare(attempt)) }));
  const allowed = attempts.filter(({ expected }) => expected).length;

  it(`is decided right: ${allowed} allowed, ${attempts.length - allowed} denied`, () => {
    const wrong = outcomes
      .filter(({ attempt, result }) => attempt.expected !== result.allowed)
      .map(
        ({ attempt, result }) => `${attempt.name} must be ${attempt.expected ? 'allowed' : 'denied'}: ${result.reason}`,
      );
    expect(wrong).toEqual([]);
  });

  it('has a name for each attempt', () => {
    const names = attempts.map(({ name, expected }) => `${name} ${expected}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

it('the head of the rules says how many access calls they make at most, within the limits of 10 and 20', () => {
  const calls = suites.flatMap(([, attempts]) =>
    attempts.map((attempt) => decide(ruleset, prepare(attempt)).accessCalls),
  );
  const most = (scope: 'single' | 'batch') => Math.max(...calls.map((made) => made[scope]));
  const head = rulesSource('firestore.rules').replaceAll(/\n\s*\/\/ /g, ' ');
  const said = /reads (\d+) documents at most, the largest batch \([^)]*\) (\d+)/.exec(head);
  expect([most('single'), most('batch')]).toEqual(said?.slice(1).map(Number));
});

describe('every cell and upload of the storage rules', () => {
  const rules = rulesetOf(rulesSource('storage.rules'));
  const outcomes = storageAttempts.map((attempt) => ({ attempt, result: decideStorage(rules, attempt) }));
  const allowed = storageAttempts.filter(({ expected }) => expected).length;

  it(`is decided right: ${allowed} allowed, ${storageAttempts.length - allowed} denied`, () => {
    const wrong = outcomes
      .filter(({ attempt, result }) => attempt.expected !== result.allowed)
      .map(
        ({ attempt, result }) => `${attempt.name} must be ${attempt.expected ? 'allowed' : 'denied'}: ${result.reason}`,
      );
    expect(wrong).toEqual([]);
  });

  it('reads two documents at most', () => {
    expect(Math.max(...outcomes.map(({ result }) => result.accessCalls))).toBe(2);
  });
});
