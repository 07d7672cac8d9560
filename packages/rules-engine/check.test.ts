import { describe, expect, test } from 'vitest';
import { compileRules } from './ruleset.ts';

const firestore = (body: string): string =>
  `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents { ${body} } }`;
const storage = (body: string): string =>
  `rules_version = '2'; service firebase.storage { match /b/{bucket}/o { ${body} } }`;
const condition = (text: string): string => firestore(`match /a/{id} { allow read: if ${text}; }`);

/** Error messages in source order. */
function messagesOf(source: string): string[] {
  const compiled = compileRules(source);
  return compiled.ok ? [] : compiled.issues.map(({ message }) => message);
}

describe('compileRules with an invalid condition', () => {
  test.each([
    ['owner == 1', 'Unknown variable "owner"'],
    ['math == 1', '"math" is a namespace, not a value'],
    ['isAdmin()', 'Unknown function "isAdmin"'],
    ['now()', 'Unknown function "now"'],
    ['math.log(1) == 1', 'Unknown function "math.log"'],
    ['math.pow(1) == 1', 'math.pow() takes 2 arguments, found 1'],
    ['timestamp.now() == 1', 'Unknown function "timestamp.now"'],
    ['get() == 1', 'get() takes 1 argument, found 0'],
    ['exists(/a/b, /a/c)', 'exists() takes 1 argument, found 2'],
    ["int('1', 10) == 1", 'int() takes 1 argument, found 2'],
    ['request.auth.uid.length() == 1', 'Unknown method "length"'],
    ['resource.data.tags.includes(1)', 'Unknown method "includes"'],
    ['resource.data.name.size(1) == 1', 'size() takes 0 arguments, found 1'],
    ["resource.data.get('a') == 1", 'get() takes 2 arguments, found 1'],
    ["'a'.keys() == []", 'There is no method keys on string'],
    ['(1).size() == 1', 'There is no method size on int'],
    ['[].lower() == 1', 'There is no method lower on list'],
    ["'a'.matches('(')", 'is not an RE2 pattern'],
    ["resource.data.a.matches('a(?=b)')", 'is not an RE2 pattern'],
    ["resource.data.a.split('[')[0] == 1", 'is not an RE2 pattern'],
    ['1 is integer', 'Unknown type "integer"'],
    ["'a' is null", 'Unknown type "null"'],
    ['request.user == null', 'There is no "request.user": use auth, method, path, query, resource, time'],
    ["request.auth.email == 'a'", 'There is no "request.auth.email": use token, uid'],
    ['request.query.where == 1', 'There is no "request.query.where": use limit, offset, orderBy'],
    ['resource.title == 1', 'There is no "resource.title": use __name__, data, id'],
    ['request.resource.size < 1', 'There is no "request.resource.size": use __name__, data, id'],
    ['exists(/a/$(other))', 'Unknown variable "other"'],
    ['(/a/$(other)).bind({"other": x}) == /a', 'Unknown variable "x"'],
    ['true || (false && [nothing].size() == 1)', 'Unknown variable "nothing"'],
  ])('refuses %s', (text, message) => {
    const messages = messagesOf(condition(text));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(message);
  });

  test('reports all errors in the order of the source', () => {
    expect(messagesOf(condition('a == b() || c.foo()'))).toEqual([
      'Unknown variable "a"',
      'Unknown function "b"',
      'Unknown variable "c"',
      'Unknown method "foo"',
    ]);
  });
});

describe('compileRules with a valid condition', () => {
  test.each([
    ['(/a/$(other)).bind({"other": "x"}) == /a/x'],
    ['request.auth.token.anything.at.all == 1'],
    ['resource.data.title.upper().lower() == id'],
    ["resource['data'].x == 1"],
    ['debug(true)'],
    ['bool("true")'],
    ['resource.data.a is set || resource.data.a is map_diff || resource.data.a is constraint'],
    ['database == "(default)" && id == "x"'],
  ])('accepts %s', (text) => {
    expect(messagesOf(condition(text))).toEqual([]);
  });
});

const FILE_FUNCTION = `rules_version = '2'; function f() { return request.auth != null; }
  service cloud.firestore { match /databases/{database}/documents { match /a/b { allow read: if f(); } } }`;
const chain = (length: number): string =>
  Array.from({ length }, (_, at) =>
    at === length - 1 ? `function f${at}() { return true; }` : `function f${at}() { return f${at + 1}(); }`,
  ).join(' ');
const list = (count: number, make: (at: number) => string, separator: string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(separator);

describe('compileRules with declarations', () => {
  test.each([
    ['recursion', firestore('function f() { return f(); }'), 'The function f calls itself'],
    [
      'mutual recursion',
      firestore('function f() { return g(); } function g() { return f(); }'),
      'The function f calls itself',
    ],
    [
      'recursion that no rule calls',
      firestore('function f() { return !f(); } match /a/b { allow read; }'),
      'The function f calls itself',
    ],
    ['22 functions on the stack', firestore(chain(22)), 'Calls from f0 nest deeper than 20'],
    [
      '8 parameters',
      firestore(`function f(${list(8, (at) => `a${at}`, ', ')}) { return 1; }`),
      'more than 7 parameters',
    ],
    [
      '11 variables',
      firestore(`function f() { ${list(11, (at) => `let v${at} = 1;`, ' ')} return 1; }`),
      'more than 10 variables',
    ],
    [
      'a function twice',
      firestore('function f() { return 1; } function f() { return 2; }'),
      'The function f is declared twice',
    ],
    ['a built-in function', firestore('function exists(a) { return a; }'), 'exists is the name of a built-in function'],
    ['a parameter twice', firestore('function f(a, a) { return 1; }'), 'The variable a is declared twice'],
    ['a variable twice', firestore('function f(a) { let a = 1; return a; }'), 'The variable a is declared twice'],
    [
      'a variable before its let',
      firestore('function f() { let a = b; let b = 1; return a; }'),
      'Unknown variable "b"',
    ],
    [
      'a variable of another function',
      firestore('function f(a) { return a; } function g() { return a; }'),
      'Unknown variable "a"',
    ],
    [
      'a wildcard of an inner match',
      firestore('function f() { return id; } match /a/{id} { allow read: if f(); }'),
      'Unknown variable "id"',
    ],
    [
      'a function of another match',
      firestore('match /a/b { function f() { return true; } } match /c/d { allow read: if f(); }'),
      'Unknown function "f"',
    ],
    [
      'too few arguments',
      firestore('function f(a) { return a; } match /a/b { allow read: if f(); }'),
      'f() takes 1 argument, found 0',
    ],
    ['two recursive wildcards', firestore('match /{a=**}/b/{c=**} { }'), 'at most one {name=**}'],
    [
      'a recursive wildcard in front in version 1',
      'service cloud.firestore { match /{a=**}/b { } }',
      'must be the last segment',
    ],
    ['101 segments', firestore(`match ${'/a'.repeat(98)} { }`), 'more than 100 segments'],
    ['21 wildcards', firestore(`match ${list(20, (at) => `/{w${at}}`, '')} { }`), 'more than 20 wildcards'],
    ['getAfter in Storage', storage('match /a { allow read: if getAfter(/a/b) == 1; }'), 'Unknown function "getAfter"'],
    ['get in Storage', storage('match /a { allow read: if get(/a/b) == 1; }'), 'Unknown function "get"'],
    [
      'firestore.getAfter in Storage',
      storage('match /a { allow read: if firestore.getAfter(/a/b) == 1; }'),
      'Unknown function "firestore.getAfter"',
    ],
    ['a parameter named like a namespace', firestore('function f(math) { return 1; }'), '"math" is a namespace'],
    [
      'a variable named like a namespace',
      firestore('function f() { let duration = 1; return 1; }'),
      '"duration" is a namespace',
    ],
    [
      'a wildcard named like a namespace',
      firestore('match /a/{timestamp} { allow read: if true; }'),
      '"timestamp" is a namespace',
    ],
    ['data in Storage', storage('match /a { allow read: if resource.data == 1; }'), 'There is no "resource.data"'],
    ['more than 256 KiB', `${firestore('')}${' '.repeat(256 * 1024)}`, 'longer than 256 KiB'],
  ])('refuses %s', (_name, source, message) => {
    expect(messagesOf(source)[0]).toContain(message);
  });

  test.each([
    ['21 functions on the stack', firestore(chain(21))],
    ['7 parameters', firestore(`function f(${list(7, (at) => `a${at}`, ', ')}) { return 1; }`)],
    ['10 variables', firestore(`function f() { ${list(10, (at) => `let v${at} = 1;`, ' ')} return 1; }`)],
    ['a function of the file in a service', FILE_FUNCTION],
    ['a parameter named like a function of the language', firestore('function f(exists) { return exists > 1; }')],
    ['a parameter named request', firestore('function f(request) { return request.anything; }')],
    [
      'an inner function named like an outer one',
      firestore('function f() { return 1; } match /a/b { function f() { return 2; } }'),
    ],
    ['firestore.get in Storage', storage('match /a { allow read: if firestore.get(/a/b).data.x == 1; }')],
  ])('accepts %s', (_name, source) => {
    expect(messagesOf(source)).toEqual([]);
  });
});
