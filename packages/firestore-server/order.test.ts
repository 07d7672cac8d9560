import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareIds, compareNames, compareStrings, compareValues } from './order.ts';
import { anyValue } from './value.fixture.ts';
import { identical } from './value.ts';

/** Texts with common prefixes, and with characters whose order differs between UTF-16 and UTF-8. */
const anyText = fc.string({
  unit: fc.constantFrom('\0', 'a', 'é', '\ud7ff', '\ue000', '\uffee', '\uffff', '\u{10000}', '😀', '\u{10ffff}'),
});

describe('compareValues, compareStrings and compareNames', () => {
  it('defines a total order: antisymmetric and transitive', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
        expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
        const [x, y, z] = [a, b, c].sort(compareValues);
        expect(compareValues(x ?? null, z ?? null)).toBeLessThanOrEqual(0);
        expect(compareValues(x ?? null, y ?? null)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('treats identical values as equal', () => {
    fc.assert(fc.property(anyValue, anyValue, (a, b) => !identical(a, b) || compareValues(a, b) === 0));
  });

  it('compares text by its UTF-8 bytes', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(compareStrings(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  it.each([
    ['__id9__', '__id10__'],
    ['__id10__', 'a'],
    ['10', '9'],
    ['a', 'a0'],
    ['\uffee', '😀'],
  ])('orders id %s before %s', (a, b) => {
    expect(compareIds(a, b)).toBeLessThan(0);
    expect(compareIds(b, a)).toBeGreaterThan(0);
  });

  it.each([
    ['a/b', 'a/b/c/d'],
    ['a/b', 'a!/b'],
    ['a/b/c/d', 'a/c'],
  ])('orders path %s before %s', (a, b) => {
    expect(compareNames(a, b)).toBeLessThan(0);
  });

  // The first segment `a` is less than `a!`, although the character `/` is greater than `!`.
  it('compares paths by segment, not by character', () => {
    expect(compareNames('a/z', 'a!/a')).toBeLessThan(0);
  });
});
