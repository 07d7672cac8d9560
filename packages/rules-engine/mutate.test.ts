import { describe, expect, test } from 'vitest';
import { mutants } from './mutate.ts';
import { compileRules } from './ruleset.ts';

const around = (body: string): string =>
  `rules_version = '2';\nservice cloud.firestore { match /databases/{database}/documents {\n${body}\n} }\n`;
const allow = (condition: string): string => around(`match /a/{id} { allow read: if ${condition}; }`);

/** The replacement of the condition in each mutant. */
function conditionsOf(condition: string): string[] {
  const [before = '', after = ''] = allow('@').split('@');
  return mutants(allow(condition)).map(({ source }) => {
    expect(source.startsWith(before) && source.endsWith(after)).toBe(true);
    return source.slice(before.length, source.length - after.length);
  });
}

describe('mutants', () => {
  test.each([
    ['id == "x"', ['true', 'false', '!(id == "x")']],
    ['f()', ['true', 'false', '!(f())']],
    ['!(id == "x")', ['true', 'false', '((id == "x"))', '!true', '!false', '!!((id == "x"))']],
    ['a && b', ['true', 'false', '(a || b)', '(b)', '(a)', '!(a) && b', 'a && !(b)']],
    ['a || b', ['true', 'false', '(a && b)', '(b)', '(a)', '!(a) || b', 'a || !(b)']],
    [
      'a && (b || c)',
      [
        'true',
        'false',
        '(a || (b || c))',
        '((b || c))',
        '(a)',
        '!(a) && (b || c)',
        'a && (b && c)',
        'a && (c)',
        'a && (b)',
        'a && (!(b) || c)',
        'a && (b || !(c))',
      ].map((one) => one),
    ],
    [
      'a ? b : c == d',
      [
        'true',
        'false',
        '!(a ? b : c == d)',
        'true ? b : c == d',
        'false ? b : c == d',
        '!(a) ? b : c == d',
        'a ? b : true',
        'a ? b : false',
        'a ? b : !(c == d)',
      ],
    ],
    ['f(a < b)', ['true', 'false', '!(f(a < b))', 'f(true)', 'f(false)', 'f(!(a < b))']],
  ])('returns the mutants of %s', (condition, expected) => {
    expect(conditionsOf(condition)).toEqual(expected);
  });
});

test('mutants include functions and their variables, each at its line', () => {
  const source = around(
    'function f(a) {\n  let b = a is int;\n  return b &&\n    a > 1;\n}\nmatch /a/{id} {\n  allow read;\n}',
  );
  expect(mutants(source).map(({ line, description }) => `${line} ${description}`)).toEqual([
    '4 always true: a is int',
    '4 always false: a is int',
    '4 negated: a is int',
    '5 always true: b && a > 1',
    '5 always false: b && a > 1',
    '5 && swapped: b && a > 1',
    '5 left of && dropped: b && a > 1',
    '5 right of && dropped: b && a > 1',
    '5 negated: b',
    '6 negated: a > 1',
  ]);
});

test('mutants compile, keep their lines and are distinct', () => {
  const source =
    around(`function role() { return get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role; }
match /a/{id} {
  allow get: if request.auth != null && (role() in ['a', 'b'] || !exists(/databases/$(database)/documents/x/$(id)));
  allow update: if request.resource.data.diff(resource.data).affectedKeys().hasOnly(['n'])
    && (resource.data.n is int ? request.resource.data.n == resource.data.n + 1 : request.resource.data.n.matches('[0-9]+'));
}`);
  const found = mutants(source);
  expect(found.length).toBeGreaterThan(25);
  expect(new Set(found.map((mutant) => mutant.source)).size).toBe(found.length);
  for (const mutant of found) {
    expect(compileRules(mutant.source).ok, mutant.description).toBe(true);
    expect(mutant.source).not.toBe(source);
    expect(mutant.source.split('\n').slice(0, mutant.line - 1)).toEqual(source.split('\n').slice(0, mutant.line - 1));
  }
});

test('mutants is empty for a source with a syntax error', () => {
  expect(mutants('service cloud.firestore { match }')).toEqual([]);
});
