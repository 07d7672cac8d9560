import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteField, formatFieldPath, getField, parseFieldPath, project, setField } from './field-path.ts';
import { anyFields, anyValue, fieldName } from './value.fixture.ts';
import { identical, identicalMaps } from './value.ts';
import type { Value } from './value.ts';

const anyPath = fc.array(fieldName, { minLength: 1, maxLength: 4 });

describe('parseFieldPath and formatFieldPath', () => {
  it.each([
    ['a', ['a']],
    ['a.b_1.C', ['a', 'b_1', 'C']],
    ['`a.b`', ['a.b']],
    ['a.`b c`.d', ['a', 'b c', 'd']],
    ['`\\``', ['`']],
    ['`\\\\`', ['\\']],
    ['__name__', ['__name__']],
  ])('parses %s', (text, path) => {
    expect(parseFieldPath(text)).toEqual(path);
  });

  it.each(['', '.', 'a.', '.a', 'a..b', '1a', 'a-b', 'ü', '`a', 'a`b`', '``', 'a b'])('refuses %j', (text) => {
    expect(() => parseFieldPath(text)).toThrow(/Invalid property path/);
  });

  it('parses every formatted path', () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        expect(parseFieldPath(formatFieldPath(path))).toEqual(path);
      }),
    );
  });
});

describe('field access', () => {
  it('sets the value in a copy', () => {
    fc.assert(
      fc.property(anyFields, anyPath, anyValue, (fields, path, value) => {
        const before = new Map(fields);
        expect(identical(getField(setField(fields, path, value), path) ?? null, value)).toBe(true);
        expect(identicalMaps(before, fields)).toBe(true);
      }),
    );
  });

  it('deletes the value in a copy', () => {
    fc.assert(
      fc.property(anyFields, anyPath, anyValue, (fields, path, value) => {
        expect(getField(deleteField(setField(fields, path, value), path), path)).toBeUndefined();
        expect(getField(deleteField(fields, path), path)).toBeUndefined();
      }),
    );
  });

  it('projects to the named fields', () => {
    const fields = new Map<string, Value>([
      [
        'a',
        new Map<string, Value>([
          ['x', 1n],
          ['y', 2n],
        ]),
      ],
      ['b', 3n],
    ]);
    expect(project(fields, [['a', 'y'], ['c']])).toEqual(new Map([['a', new Map([['y', 2n]])]]));
  });
});
