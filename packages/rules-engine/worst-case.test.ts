import { expect, test } from 'vitest';
import { compileRules } from './ruleset.ts';
import { worstCase } from './worst-case.ts';

const rulesWith = (condition: string): string => `rules_version = '2'; service cloud.firestore {
  match /databases/{database}/documents {
    function both(a, b) { let first = a; return first && b; }
    match /a/{id} {
      function valid(x) { return ${condition}; }
      allow get: if valid(id);
    } } }`;

function evaluated(source: string): number {
  const compiled = compileRules(source);
  if (!compiled.ok) throw new Error(compiled.issues[0]?.message);
  const verdict = compiled.ruleset.evaluate(
    {
      service: 'cloud.firestore',
      path: 'a/1',
      method: 'get',
      auth: null,
      time: new Date(0),
      resource: null,
      requestResource: null,
    },
    { get: () => null, getAfter: () => null },
  );
  expect(verdict.allowed).toBe(true);
  return verdict.expressions;
}

// The call of the function and its argument.
const CALL = 2;

test.each([
  ["x == '1'"],
  ["!(x == '2')"],
  ["x == '1' && x != '2'"],
  ["x == '2' || x == '1'"],
  ["x == '2' || (x == '1' && x.size() == 1)"],
  ["x in ['1', '2', '3']"],
  ["x is string && math.abs(1) == 1 && x.matches('[0-9]')"],
  ["x == '2' ? x == '3' : x.size() == 1"],
  ["both(x == '1', x.size() == 1) && !exists(/databases/$(database)/documents/b/$(x))"],
  ["!(x == '1' && x == '2')"],
])('%s costs at most as many expressions as its evaluation', (condition) => {
  const source = rulesWith(condition);
  expect(worstCase(source, 'valid').expressions).toBe(evaluated(source) - CALL);
});

test('the worst case is that of the most expensive way to be true', () => {
  const cheap = worstCase(rulesWith("x == '1'"), 'valid').expressions;
  const either = worstCase(rulesWith("x == '1' || x == '2'"), 'valid').expressions;
  expect(either).toBe(2 * cheap + 2);
  expect(evaluated(rulesWith("x == '1' || x == '2'"))).toBeLessThan(either + CALL);
});

test('document access calls are counted in called functions too', () => {
  const path = '/databases/$(database)/documents/b/$(x)';
  const condition = `both(exists(${path}), get(${path}).data.a == 1) || existsAfter(${path})`;
  expect(worstCase(rulesWith(condition), 'valid').accessCalls).toBe(3);
});

test('an unknown function is an error', () => {
  expect(() => worstCase(rulesWith('true'), 'other')).toThrow('There is no function other');
});
