import type { Image } from '@frontage/model/uploads';
import { expect, test } from 'vitest';
import { logoWidth } from './logo.ts';

const sized = (width: number, height: number): Image => ({ src: '/x', width, height, sources: [] });

const cases: [name: string, image: Image | null, width: number][] = [
  ['a square logo', sized(64, 64), 41],
  ['a wide logo', sized(400, 100), 162],
  ['a very wide logo', sized(2000, 100), 180],
  ['a tall logo', sized(100, 400), 11],
  ['a logo of unknown size', null, 180],
];

test.each(cases)('returns the width of %s', (_name, image, width) => {
  expect(logoWidth('/x', () => image)).toBe(width);
});

test('returns 0 without a logo', () => {
  expect(logoWidth(null, () => null)).toBe(0);
});
