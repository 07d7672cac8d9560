import type { Image } from '@frontage/model/content';
import { expect, test } from 'vitest';
import { logoWidth } from './logo.ts';

const sized = (width: number, height: number): Image => ({ src: '/x', width, height, sources: [] });

const cases: [name: string, address: string | null, image: Image | null, width: number][] = [
  ['a square one', '/x', sized(64, 64), 41],
  ['a wide one', '/x', sized(400, 100), 162],
  ['a very wide one', '/x', sized(2000, 100), 180],
  ['a tall one', '/x', sized(100, 400), 11],
  ['one of unknown shape', 'https://a.example/x.svg', null, 180],
  ['none', null, null, 0],
];

test.each(cases)('%s', (_name, address, image, width) => {
  expect(logoWidth(address, () => image)).toBe(width);
});
