import { expect, it } from 'vitest';
import { counted } from './dates.ts';

it.each([
  { many: 0, one: 'page', expected: '0 pages' },
  { many: 1, one: 'page', expected: '1 page' },
  { many: 2_000, one: 'page', expected: '2,000 pages' },
  { many: 1, one: 'address', several: 'addresses', expected: '1 address' },
  { many: 2, one: 'address', several: 'addresses', expected: '2 addresses' },
])('counts $expected', ({ many, one, several, expected }) => {
  expect(counted(many, one, several)).toBe(expected);
});
