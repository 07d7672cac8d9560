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

  it(`is decided correctly: ${allowed} allowed, ${cases.length - allowed} denied`, () => {
    const wrong = outcomes
      .filter(({ attackCase, result }) => attackCase.expected !== result.allowed)
      .map(
        ({ attackCase, result }) =>
          `${attackCase.name} must be ${attackCase.expected ? 'allowed' : 'denied'}: ${result.reason}`,
      );
    expect(wrong).toEqual([]);
  });

  it('has unique case names', () => {
    const names = cases.map(({ name, expected }) => `${name} ${expected}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

it('the header comment of the rules states the maximum numbers of access calls', () => {
  const calls = suites.flatMap(([, cases]) =>
    cases.map((attackCase) => decide(ruleset, prepare(attackCase)).accessCalls),
  );
  const most = (scope: 'single' | 'batch') => Math.max(...calls.map((made) => made[scope]));
  const head = rulesSource('firestore.rules').replaceAll(/\n\s*\/\/ /g, ' ');
  const stated = /reads (\d+) documents at most\. The largest batch \([^)]*\) reads (\d+):/.exec(head);
  expect([most('single'), most('batch')]).toEqual(stated?.slice(1).map(Number));
});

describe('every cell and upload of the storage rules', () => {
  const rules = rulesetOf(rulesSource('storage.rules'));
  const outcomes = storageAttackCases.map((attackCase) => ({ attackCase, result: decideStorage(rules, attackCase) }));
  const allowed = storageAttackCases.filter(({ expected }) => expected).length;

  it(`is decided correctly: ${allowed} allowed, ${storageAttackCases.length - allowed} denied`, () => {
    const wrong = outcomes
      .filter(({ attackCase, result }) => attackCase.expected !== result.allowed)
      .map(
        ({ attackCase, result }) =>
          `${attackCase.name} must be ${attackCase.expected ? 'allowed' : 'denied'}: ${result.reason}`,
      );
    expect(wrong).toEqual([]);
  });

  it('reads at most two documents', () => {
    expect(Math.max(...outcomes.map(({ result }) => result.accessCalls))).toBe(2);
  });
});
