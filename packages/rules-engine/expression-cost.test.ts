import { expect, test } from 'vitest';
import { compileRules } from './ruleset.ts';

/** Whether `count` rules with this condition stay below the limit of evaluated expressions. */
function fits(condition: string, count: number): boolean {
  const compiled = compileRules(
    `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents {
      function yes(x) { return true; }
      match /a/{id} { ${`allow get: if ${condition};\n`.repeat(count)} allow get: if true; } } }`,
  );
  if (!compiled.ok) throw new Error(compiled.issues[0]?.message);
  return compiled.ruleset.evaluate(
    {
      service: 'cloud.firestore',
      path: 'a/1',
      method: 'get',
      auth: null,
      time: new Date(),
      resource: null,
      requestResource: null,
    },
    { get: () => null, getAfter: () => null },
  ).allowed;
}

// The cost of the expression around each condition: the comparison, the zero, the call and the list.
const FRAME = 4;

test.each([
  ['!true', 2],
  ['1 == 1', 3],
  ['1 + 2 == 3', 5],
  ['[1, 2, 3].size() == 3', 7],
  ['true && true', 4],
  ['false && true', 2],
  ['false || true', 4],
  ['true ? true : false', 4],
  ['false ? false : true', 6],
  ["id == 'x' || true", 6],
  ['/a/b == /a/b', 7],
  ['/a/$(id) == /a/1', 7],
  ['math.abs(1) == 1', 5],
  ['id.size() == 1', 4],
  ['yes(1)', 2],
  ['1 / 0 == 1 || true', 8],
  ['[1 / 0, 2 + 3].size() == 1 || true', 13],
])('%s costs %i', (condition, cost) => {
  const whole = `[${condition}].size() == 0`;
  const most = Math.floor(1000 / (cost + FRAME));
  expect(fits(whole, most)).toBe(true);
  expect(fits(whole, Math.ceil(1001 / (cost + FRAME)))).toBe(false);
});
