import type { Image } from '@frontage/model/content';
import { expect, test } from 'vitest';
import { logoWidth } from './logo.ts';

const sized = (width: number, height: number): Image => ({ src: '/x', width, height, sources: [] });

const cases: [name: string, image: Image | null, width: number][] = [
  ['a square one', sized(64, 64), 41],
  ['a wide one', sized(400, 100), 162],
  ['a very wide one', sized(2000, 100), 180],
  ['a tall one', sized(100, 400), 11],
  ['one of unknown shape', null, 180],
];

test.each(cases)('%s', (_name, image, width) => {
  expect(logoWidth('/x', () => image)).toBe(width);
});

test('none', () => {
  expect(logoWidth(null, () => null)).toBe(0);
});
