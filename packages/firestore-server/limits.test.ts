import { describe, expect, it } from 'vitest';
import { documentSize } from './limits.ts';
import { GeoPoint, Reference, Timestamp } from './value.ts';
import type { Value } from './value.ts';

/** Source: "Storage size calculations". */
describe('documentSize', () => {
  it('returns the size of the documented example', () => {
    const fields = new Map<string, Value>([
      ['type', 'Personal'],
      ['done', false],
      ['priority', 1n],
      ['description', 'Learn Cloud Firestore'],
    ]);
    expect(documentSize({ path: 'users/jeff/tasks/my_task_id', fields, createTime: 0, updateTime: 0 })).toBe(147);
  });

  const reference = new Reference('projects/p/databases/(default)/documents/users/jeff/tasks/my_task_id');
  const values: [string, Value, number][] = [
    ['null', null, 1],
    ['a boolean', true, 1],
    ['an integer', 1n, 8],
    ['a double', 1.5, 8],
    ['text', 'é', 3],
    ['bytes', new Uint8Array(5), 5],
    ['a timestamp', new Timestamp(0, 0), 8],
    ['a geo point', new GeoPoint(0, 0), 16],
    ['a reference', reference, 44],
    ['an array', [1n, 'a', null], 11],
    ['a map', new Map<string, Value>([['ab', 1n]]), 11],
  ];
  it.each(values)('counts the size of %s', (_, value, size) => {
    const empty = documentSize({ path: 'a/b', fields: new Map([['x', null]]), createTime: 0, updateTime: 0 });
    const full = documentSize({ path: 'a/b', fields: new Map([['x', value]]), createTime: 0, updateTime: 0 });
    expect(full - empty + 1).toBe(size);
  });
});
