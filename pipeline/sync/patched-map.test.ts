import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedKeys, patchMap } from './patched-map.ts';

const key = fc.constantFrom(...'abcdefghij');
const changes = fc.array(fc.tuple(key, fc.option(fc.nat(3), { nil: undefined })), { maxLength: 6 });

describe('patchMap', () => {
  it('equals a plain map with the same changes', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 40 }), (patches) => {
        const plain = new Map<string, number>();
        let patched: ReadonlyMap<string, number> = new Map();
        for (const patch of patches) {
          for (const [name, value] of patch) {
            if (value === undefined) plain.delete(name);
            else plain.set(name, value);
          }
          patched = patchMap(patched, patch);
          expect(Object.fromEntries(patched)).toEqual(Object.fromEntries(plain));
          expect(patched.size).toBe(plain.size);
          expect([...patched.keys()].sort()).toEqual([...plain.keys()].sort());
          expect([...'abcdefghij'].map((name) => [patched.has(name), patched.get(name)])).toEqual(
            [...'abcdefghij'].map((name) => [plain.has(name), plain.get(name)]),
          );
        }
      }),
    );
  });

  it('does not change the map that it was called with', () => {
    const first = patchMap(new Map([['a', 1]]), [['b', 2]]);
    patchMap(first, [['a', undefined]]);
    expect([...first].sort()).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('returns the same map when nothing changes', () => {
    const first = patchMap(new Map([['a', 1]]), [['b', 2]]);
    expect(patchMap(first, [['a', 1]])).toBe(first);
  });

  it('lists changes with and without a shared base', () => {
    fc.assert(
      fc.property(changes, changes, (one, two) => {
        const before = patchMap(new Map<string, number>(), one);
        const after = patchMap(before, two);
        const expected = [...'abcdefghij'].filter((name) => before.get(name) !== after.get(name));
        expect(changedKeys(before, after).sort()).toEqual(expected);
        expect(changedKeys(new Map(before), after).sort()).toEqual(expected);
      }),
    );
  });

  it('keeps every version intact when versions branch', () => {
    const steps = fc.array(fc.tuple(fc.nat(40), changes), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (made) => {
        const versions = [
          { plain: new Map<string, number>(), map: new Map<string, number>() as ReadonlyMap<string, number> },
        ];
        for (const [index, patch] of made) {
          const from = versions[index % versions.length] ?? versions[0];
          const plain = new Map(from?.plain);
          for (const [name, value] of patch) {
            if (value === undefined) plain.delete(name);
            else plain.set(name, value);
          }
          versions.push({ plain, map: patchMap(from?.map ?? new Map<string, number>(), patch) });
        }
        for (const { plain, map } of versions) {
          expect(Object.fromEntries(map)).toEqual(Object.fromEntries(plain));
          expect([map.size, [...map.keys()].sort()]).toEqual([plain.size, [...plain.keys()].sort()]);
          for (const other of versions) {
            const expected = [...'abcdefghij'].filter((name) => plain.get(name) !== other.plain.get(name));
            expect(changedKeys(map, other.map).sort()).toEqual(expected);
          }
        }
      }),
    );
  });

  it('stays unchanged while later versions are created and read', () => {
    const first = patchMap(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
      [['c', 3]],
    );
    const entries = first.entries();
    entries.next();
    patchMap(first, [
      ['b', undefined],
      ['c', 4],
      ['d', 5],
    ]);
    expect([...entries]).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
  });
});
