import { expect, it } from 'vitest';
import { watchFields } from './watch-fields.ts';

const value = Object.freeze({ a: 1, group: Object.freeze({ b: 'two', list: Object.freeze(['x']) }), none: null });

it.each<[string, (of: typeof value) => unknown, unknown, string[]]>([
  ['a field', (of) => of.a, 1, ['a']],
  ['a null field', (of) => of.none, null, ['none']],
  ['a field of a group', (of) => of.group.b, 'two', ['group.b']],
  ['a list', (of) => of.group.list, value.group.list, ['group.list']],
  ['a group without its fields', (of) => typeof of.group, 'object', []],
  ['a field read twice', (of) => [of.a, of.a], [1, 1], ['a']],
  ['field names', (of) => Object.keys(of.group), ['b', 'list'], []],
  ['a missing field', (of) => 'c' in of.group || Object.hasOwn(of, 'c'), false, []],
  ['all fields', (of) => JSON.stringify(of), JSON.stringify(value), ['a', 'group.b', 'group.list', 'none']],
  ['a copy', (of) => ({ ...of.group }), { ...value.group }, ['group.b', 'group.list']],
])('reports read fields: %s', (...[, read, found, fields]) => {
  const touched = new Set<string>();
  expect(read(watchFields(value, (field) => touched.add(field)))).toEqual(found);
  expect([...touched].sort()).toEqual(fields);
});

it('rejects changes', () => {
  const watched = watchFields<{ a: number; b?: number }>({ a: 1 }, () => undefined);
  expect(() => (watched.a = 2)).toThrow(TypeError);
  expect(() => (watched.b = 2)).toThrow(TypeError);
  expect(() => delete watched.b).toThrow(TypeError);
  expect({ ...watched }).toEqual({ a: 1 });
});
