import { describe, expect, test } from 'vitest';
import type { RulesReader, RulesRequest, Ruleset, Verdict } from './ruleset.ts';
import { compileRules, UNKNOWN_ANCESTORS, UNKNOWN_ID } from './ruleset.ts';
import type { RulesValue } from './values.ts';
import { timestamp } from './values.ts';

const NO_DOCUMENTS: RulesReader = { get: () => null, getAfter: () => null };
const GET: RulesRequest = {
  service: 'cloud.firestore',
  path: 'a/1',
  method: 'get',
  auth: null,
  time: new Date('2024-05-17T10:00:00Z'),
  resource: new Map([['n', 1n]]),
  requestResource: null,
};
const D = '/databases/$(database)/documents';

function rulesetOf(body: string): Ruleset {
  const compiled = compileRules(
    `rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n${body}\n  }\n}`,
  );
  if (!compiled.ok) throw new Error(compiled.issues.map(({ message }) => message).join('\n'));
  return compiled.ruleset;
}

const ask = (body: string, request: Partial<RulesRequest> = {}): Verdict =>
  rulesetOf(body).evaluate({ ...GET, ...request }, NO_DOCUMENTS);

describe('the reason of a verdict', () => {
  test.each([
    ['an allowing rule', 'match /a/{id} { allow get: if true; }', 'allow get at 4:17'],
    ['a false condition', 'match /a/{id} { allow read: if false; }', 'allow read at 4:17 is false'],
    ['an uncovered path', 'match /b/{id} { allow read; }', 'no rule covers get of /a/1'],
    ['an uncovered method', 'match /a/{id} { allow write; }', 'no rule covers get of /a/1'],
    [
      'an error with its position',
      'match /a/{id} {\n  allow get: if 1 == 1 &&\n    resource.data.x == 1;\n}',
      'allow get at 5:3 failed at 6:19: Property x is undefined on object',
    ],
    [
      'an error in a function',
      'function f() { return id(); }\nfunction id() { return 1 / 0 == 1; }\nmatch /a/{id} { allow get: if f(); }',
      'allow get at 6:17 failed at 5:24: Division by zero',
    ],
    [
      'all rules that were tried',
      'match /a/{id} { allow get: if false; allow read: if 1; } match /{rest=**} { allow read: if false; }',
      'allow get at 4:17 is false; allow read at 4:38 failed: The condition is not a boolean; allow read at 4:77 is false',
    ],
  ])('contains %s', (_name, body, reason) => {
    expect(ask(body).reason).toBe(reason);
  });

  test('debug() adds its argument to the verdict', () => {
    expect(ask("match /a/{id} { allow get: if debug(id) == '1' && debug({'n': [1, null]}).n[0] == 1; }").debug).toEqual(
      ['"1"', '{"n":[1,null]}'],
    );
  });
});

describe('access calls', () => {
  const reading = (count: number, from = 0): string =>
    Array.from({ length: count }, (_, at) => `!exists(${D}/n/${from + at})`).join(' && ');
  const allowing = (condition: string): Ruleset => rulesetOf(`match /a/{id} { allow get: if ${condition}; }`);

  test.each([
    [10, true],
    [11, false],
  ])('%i in one request are allowed: %s', (count, allowed) => {
    expect(allowing(reading(count)).evaluate(GET, NO_DOCUMENTS)).toMatchObject({ allowed, accessCalls: count });
  });

  test('requests of a batch share its budget', () => {
    const budget = { remaining: 5 };
    const ruleset = allowing(reading(3));
    expect(ruleset.evaluate(GET, NO_DOCUMENTS, budget).allowed).toBe(true);
    expect(budget.remaining).toBe(2);
    const second = ruleset.evaluate(GET, NO_DOCUMENTS, budget);
    expect(second.allowed).toBe(false);
    expect(second.reason).toContain('Too many document access calls in the batch');
  });

  test('documents read by an earlier request of the batch are free', () => {
    const budget = { remaining: 3, seen: new Set<string>() };
    const ruleset = allowing(reading(3));
    for (let request = 0; request < 5; request++)
      expect(ruleset.evaluate(GET, NO_DOCUMENTS, budget).allowed).toBe(true);
    expect(budget.remaining).toBe(0);
    expect(allowing(reading(1, 3)).evaluate(GET, NO_DOCUMENTS, budget).allowed).toBe(false);
  });

  test('exists and existsAfter are counted separately', () => {
    const condition = `exists(${D}/n/1) && !existsAfter(${D}/n/1) && exists(${D}/n/1)`;
    const reader: RulesReader = { get: () => new Map(), getAfter: () => null };
    expect(allowing(condition).evaluate(GET, reader)).toMatchObject({ allowed: true, accessCalls: 2 });
  });

  test('an exceeded limit denies even if another rule allows', () => {
    const body = `match /a/{id} { allow get: if ${reading(11)}; allow get: if true; }`;
    expect(rulesetOf(body).evaluate(GET, NO_DOCUMENTS).allowed).toBe(false);
  });

  test('read the path of the document', () => {
    const read: string[] = [];
    const reader: RulesReader = {
      get: (path) => (read.push(path), null),
      getAfter: (path) => (read.push(`after ${path}`), null),
    };
    allowing(`!exists(${D}/users/$(id)/roles/a) && !existsAfter(${D}/users/x)`).evaluate(GET, reader);
    expect(read).toEqual(['users/1/roles/a', 'after users/x']);
  });
});

describe('lists', () => {
  interface Listing {
    path: string;
    condition: string;
    known: readonly (readonly [field: string, value: bigint])[];
  }
  const list = ({ path, condition, known }: Listing): Verdict =>
    ask(`match /a/{id} { allow list: if ${condition}; } match /{up=**}/g/{id} { allow list: if ${condition}; }`, {
      path,
      method: 'list',
      resource: null,
      knownFields: new Map(known),
    });

  const X: Listing['known'] = [['x', 1n]];
  const LISTINGS: readonly (readonly [
    name: string,
    path: string,
    condition: string,
    allowed: boolean,
    known?: Listing['known'],
  ])[] = [
    ['a fixed field', `a/${UNKNOWN_ID}`, 'resource.data.x == 1', true, X],
    ['a field that is not fixed', `a/${UNKNOWN_ID}`, 'resource.data.y == 1', false, X],
    ['a quoted field path', `a/${UNKNOWN_ID}`, "resource.data['x.y'] == 1", true, [['`x.y`', 1n]]],
    ['a nested field path', `a/${UNKNOWN_ID}`, 'resource.data.x.y == 1', true, [['x.y', 1n]]],
    ['a fixed id', 'a/7', "id == '7' && resource.id == '7'", true],
    ['an id that is not fixed', `a/${UNKNOWN_ID}`, "id == '7'", false],
    ['the collection of the query', `a/${UNKNOWN_ID}`, `request.path == ${D}/a`, true],
    ['a collection group', `${UNKNOWN_ANCESTORS}/g/${UNKNOWN_ID}`, 'true', true],
    ['a collection group below a document', `a/1/${UNKNOWN_ANCESTORS}/g/${UNKNOWN_ID}`, 'true', true],
    ['a collection group that no rule covers', `${UNKNOWN_ANCESTORS}/a/${UNKNOWN_ID}`, 'true', false],
    ['the path of a collection group', `${UNKNOWN_ANCESTORS}/g/${UNKNOWN_ID}`, `request.path != ${D}/g`, false],
    ['the whole data', `a/${UNKNOWN_ID}`, 'resource.data == {}', false],
    ['the whole document', `a/${UNKNOWN_ID}`, 'resource != null', true],
    ['data in a list', `a/${UNKNOWN_ID}`, '[resource.data].size() == 1', false],
  ];

  test.for(LISTINGS)('decides by %s', ([, path, condition, allowed, known = []]) => {
    expect(list({ path, condition, known }).allowed).toBe(allowed);
  });

  test('a get can have an id that equals the placeholder', () => {
    expect(ask("match /a/{id} { allow get: if id == '{document}'; }", { path: `a/${UNKNOWN_ID}` }).allowed).toBe(true);
  });
});

test('request.time has the nanoseconds of the given timestamp', () => {
  const time = timestamp(1_715_940_000_123_456_789n);
  expect(ask('match /a/{id} { allow get: if request.time.nanos() == 123456789; }', { time }).allowed).toBe(true);
});

test('rules of one service do not apply to another', () => {
  const ruleset = rulesetOf('match /{path=**} { allow read; }');
  expect(ruleset.evaluate({ ...GET, service: 'firebase.storage', path: 'b/x/o/y' }, NO_DOCUMENTS).allowed).toBe(false);
});

test('a typical decision takes less than 0.1 ms', () => {
  const ruleset = rulesetOf(`
    function user() { return get(${D}/users/$(request.auth.uid)).data; }
    function isEditor() { let it = user(); return it.active == true && it.roles.hasAny(['editor', 'admin']); }
    match /a/{id} {
      allow update: if request.auth != null && isEditor()
        && request.resource.data.keys().hasOnly(['title', 'slug', 'body', 'rev'])
        && request.resource.data.title is string && request.resource.data.title.size() <= 200
        && request.resource.data.slug.matches('[a-z0-9-]+')
        && request.resource.data.rev == resource.data.rev + 1;
    }`);
  const user = new Map<string, RulesValue>([
    ['active', true],
    ['roles', ['editor']],
  ]);
  const reader: RulesReader = { get: () => user, getAfter: () => null };
  const data = (rev: bigint) =>
    new Map<string, string | bigint>([
      ['title', 'T'],
      ['slug', 'a-b'],
      ['body', ''],
      ['rev', rev],
    ]);
  const request: RulesRequest = {
    ...GET,
    method: 'update',
    auth: { uid: 'u', token: new Map() },
    resource: data(1n),
    requestResource: data(2n),
  };
  expect(ruleset.evaluate(request, reader)).toMatchObject({ allowed: true });
  const batches = Array.from({ length: 20 }, () => {
    const started = performance.now();
    for (let run = 0; run < 100; run++) ruleset.evaluate(request, reader);
    return (performance.now() - started) / 100;
  });
  // Milliseconds; the target is 0.015. The best of many batches is hardly affected by other load on the machine.
  expect(Math.min(...batches)).toBeLessThan(0.1);
});
