import { expect, test } from 'vitest';
import { imageAddress } from './image-address.ts';

test.each([
  ['https://pictures.example/a.png', 'https://pictures.example/a.png'],
  ['/assets/images/a.png', 'https://site.example/assets/images/a.png'],
  ['//pictures.example/a.png', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['a.png', null],
  ['', null],
])('%j is loaded from %j', (stored, address) => {
  expect(imageAddress(stored, 'https://site.example')).toBe(address);
});
