import { describe, expect, it } from 'vitest';
import type { AttackCase } from './attack-case.ts';
import { attacks } from './attacks.ts';
import { permissionMatrix } from './permission-matrix.ts';
import { rulesetOf, rulesSource } from './ruleset.ts';
import { decide, prepare } from './run-in-engine.ts';
import { decideStorage, storageAttackCases } from './storage-cases.ts';

const ruleset = rulesetOf(rulesSource('firestore.rules'));

const suites: [string, readonly AttackCase[]][] = [
  ['every cell of the permission matrix', permissionMatrix],
  ...Object.entries(attacks),
];

describe.each(suites)('%s', (_name, cases) => {
  const outcomes = cases.map((attackCase) => ({ attackCase, result: decide(ruleset, prepare(attackCase)) }));
  const allowed = cases.filter(({ expected }) => expected).length;

  it(`is decided right: ${allowed} allowed, ${cases.length - allowed} denied`, () => {
    const wrong = outcomes
      .filter(({ attackCase, result }) => attackCase.expected !== result.allowed)
      .map(
        ({ attackCase, result }) =>
          `${attackCase.name} must be ${attackCase.expected ? 'allowed' : 'denied'}: ${result.reason}`,
      );
    expect(wrong).toEqual([]);
  });

  it('has a name for each attackCase', () => {
    const names = cases.map(({ name, expected }) => `${name} ${expected}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

it('the head of the rules says how many access calls they make at most, within the limits of 10 and 20', () => {
  const calls = suites.flatMap(([, cases]) =>
    cases.map((attackCase) => decide(ruleset, prepare(attackCase)).accessCalls),
  );
  const most = (scope: 'single' | 'batch') => Math.max(...calls.map((made) => made[scope]));
  const head = rulesSource('firestore.rules').replaceAll(/\n\s*\/\/ /g, ' ');
  const said = /reads (\d+) documents at most, the largest batch \([^)]*\) (\d+)/.exec(head);
  expect([most('single'), most('batch')]).toEqual(said?.slice(1).map(Number));
});

describe('every cell and upload of the storage rules', () => {
  const rules = rulesetOf(rulesSource('storage.rules'));
  const outcomes = storageAttackCases.map((attackCase) => ({ attackCase, result: decideStorage(rules, attackCase) }));
  const allowed = storageAttackCases.filter(({ expected }) => expected).length;

  it(`is decided right: ${allowed} allowed, ${storageAttackCases.length - allowed} denied`, () => {
    const wrong = outcomes
      .filter(({ attackCase, result }) => attackCase.expected !== result.allowed)
      .map(
        ({ attackCase, result }) =>
          `${attackCase.name} must be ${attackCase.expected ? 'allowed' : 'denied'}: ${result.reason}`,
      );
    expect(wrong).toEqual([]);
  });

  it('reads two documents at most', () => {
    expect(Math.max(...outcomes.map(({ result }) => result.accessCalls))).toBe(2);
  });
});
