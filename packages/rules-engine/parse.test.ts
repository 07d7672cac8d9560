import { describe, expect, test } from 'vitest';
import { issueAt } from './issue.ts';
import { parse } from './parse.ts';
import { print } from './print.ts';

const file = (body: string): string => `rules_version = '2';\nservice cloud.firestore {\n${body}\n}\n`;

/** The message and its position: `line:column message`. */
function problemOf(source: string): string | null {
  const parsed = parse(source);
  if (parsed.ok) return null;
  const { line, column, message } = issueAt(source, parsed.problem);
  return `${line}:${column} ${message}`;
}

describe('print and parse', () => {
  test.each([
    ['an empty match', file('  match /a {\n  }')],
    ['version 1', 'service firebase.storage {\n}\n'],
    ['nested matches', file('  match /a/{b} {\n    match /c/{d=**} {\n    }\n  }')],
    ['rules', file('  match /a/{b} {\n    allow read, write;\n    allow get: if b == 1;\n  }')],
    ['functions', file('  function f(a, b) {\n    let c = a;\n    return b;\n  }')],
  ])('round-trips %s', (_name, source) => {
    const parsed = parse(source);
    if (!parsed.ok) throw new Error(parsed.problem.message);
    expect(print(parsed.tree)).toBe(source.replace("'2';", "'2';\n"));
  });

  test('round-trips functions outside of services, and two services', () => {
    const source =
      'function f() {\n  return true;\n}\n\nservice cloud.firestore {\n}\n\nservice firebase.storage {\n}\n';
    const parsed = parse(source);
    expect(parsed.ok && print(parsed.tree)).toBe(source);
  });
});

describe('parse without semicolons', () => {
  const written = file('  match /a/{b} {\n    allow read: if b == 1;\n    allow write;\n  }');
  const functions = file('  function f(a) {\n    let c = a;\n    let d = c;\n    return d;\n  }');
  test.each([
    ['at the end of a block', written.replace('allow write;', 'allow write'), written],
    ['before another rule', written.replace('== 1;', '== 1'), written],
    ['after the version', written.replace("'2';", "'2'"), written],
    ['at the end of a function', functions.replace('return d;', 'return d'), functions],
    ['after a variable', functions.replaceAll(/= (.);/g, '= $1'), functions],
    ['everywhere', written.replaceAll(';', ''), written],
    ['on one line', written.replaceAll(';', '').replaceAll('\n', ' '), written],
  ])('accepts a missing semicolon %s', (_name, source, full) => {
    const [parsed, expected] = [parse(source), parse(full)];
    if (!parsed.ok || !expected.ok) throw new Error(parsed.ok ? 'no' : parsed.problem.message);
    expect(source).not.toBe(full);
    expect(print(parsed.tree)).toBe(print(expected.tree));
  });
});

describe('problems of parse', () => {
  test.each([
    ['', '1:1 Expected "service" at the top of the file, found the end of the file'],
    ['rules_version = "3"; service cloud.firestore {}', '1:17 Unknown rules_version "3"'],
    ['rules_version = "2" cloud.firestore {}', '1:21 Expected ";" after the version, found "cloud"'],
    ['service google.maps {}', '1:9 Unknown service "google.maps"'],
    ['service cloud.firestore {', '1:26 Expected "match", "function" or "}" in a service'],
    ['service cloud.firestore { allow read; }', '1:27 Expected "match", "function" or "}" in a service'],
    ['service cloud.firestore {} }', '1:28 Expected "service" at the top of the file, found "}"'],
    [file('match { }'), '3:7 Expected a path after "match"'],
    [file('match /a/{b { }'), '3:10 Expected a path segment: text, {name} or {name=**}'],
    [file('match /a/{b=*} { }'), '3:10 Expected a path segment: text, {name} or {name=**}'],
    [file('match /a { allow; }'), '3:17 Expected a method, found ";"'],
    [
      file('match /a { allow open; }'),
      '3:18 Unknown method "open": use get, list, create, update, delete, read, write',
    ],
    [file('match /a { allow read: true; }'), '3:24 Expected "if" after ":", found "true"'],
    [file('match /a { allow read: if ; }'), '3:27 Expected an expression, found ";"'],
    [file('match /a { allow read: if true false }'), '3:32 Expected ";" after the rule, found "false"'],
    [file('match /a { allow read if true; }'), '3:23 Expected ";" after the rule, found "if"'],
    [file('match /a { return true; }'), '3:12 Expected "allow", "match", "function" or "}" in a match'],
    [file('function f { return 1; }'), '3:12 Expected "(" after the name of the function, found "{"'],
    [file('function f(a b) { return 1; }'), '3:14 Expected "," between the parameters, found "b"'],
    [file('function f() { }'), '3:16 Expected "return" in the function, found "}"'],
    [file('function f() { let a 1; return a; }'), '3:22 Expected "=" after the name of the variable, found "1"'],
    [file('function f() { return 1 2 }'), '3:25 Expected ";" after the result, found "2"'],
    [file('function f() { return 1; return 2; }'), '3:26 Expected "}" after the function, found "return"'],
    [file('function f() { return "a; }'), '3:23 This string has no end'],
  ])('%#: $1', (source, expected) => {
    expect(problemOf(source)).toBe(expected);
  });

  test('refuses more than ten levels of match blocks', () => {
    const nested = (depth: number): string => file('match /a { '.repeat(depth) + '} '.repeat(depth));
    expect(problemOf(nested(10))).toBeNull();
    expect(problemOf(nested(11))).toContain('match blocks nest at most 10 deep');
  });
});

test('issueAt returns the line with a caret below the error', () => {
  const source = 'service cloud.firestore {\n\tmatch /a { allow read: if @; }\n}';
  const parsed = parse(source);
  if (parsed.ok) throw new Error('This should not parse');
  expect(issueAt(source, parsed.problem)).toEqual({
    line: 2,
    column: 28,
    message: 'Unexpected character "@"',
    excerpt: `\tmatch /a { allow read: if @; }\n\t${' '.repeat(26)}^`,
  });
});
