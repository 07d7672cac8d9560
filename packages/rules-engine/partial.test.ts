import { expect, test } from 'vitest';
import { partialOf, splitFieldPath } from './partial.ts';
import type { RulesValue, Value } from './values.ts';

test.each([
  ['a', ['a']],
  ['a.b.c', ['a', 'b', 'c']],
  ['`a.b`.c', ['a.b', 'c']],
  ['a.`b``c`', ['a', 'b', 'c']],
  ['`with \\` tick`', ['with ` tick']],
  ['`back\\\\slash`', ['back\\slash']],
  ['', []],
])('splitFieldPath splits %j', (path, names) => {
  expect(splitFieldPath(path)).toEqual(names);
});

const partial = (known: Record<string, Value>): Value => ({ kind: 'partial', known: new Map(Object.entries(known)) });

test.each<[name: string, fields: [string, RulesValue][], known: Record<string, Value>]>([
  ['no fields', [], {}],
  ['a text', [['a', 'x']], { a: 'x' }],
  ['a number of unknown type', [['a', 1n]], { a: { kind: 'fixed', value: 1n } }],
  [
    'parts of a map',
    [
      ['a.b', 'x'],
      ['a.c', 'y'],
    ],
    { a: partial({ b: 'x', c: 'y' }) },
  ],
  [
    'a map and then a part of it',
    [
      ['a', new Map([['b', 'x']])],
      ['a.c', 'y'],
    ],
    { a: new Map([['b', 'x']]) },
  ],
  [
    'a part and then the map',
    [
      ['a.c', 'y'],
      ['a', new Map([['b', 'x']])],
    ],
    { a: new Map([['b', 'x']]) },
  ],
])('partialOf contains %s', (_name, fields, known) => {
  expect(partialOf(new Map(fields))).toEqual(partial(known));
});
