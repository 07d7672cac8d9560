import { expect, it } from 'vitest';
import type { MenuItem } from '@frontage/model/navigation';
import { placeInMenu } from './menu-place.ts';

const item = (path: string, children: MenuItem[] = []): MenuItem => ({ label: path, path, children });
const items = [item('/page/a', [item('/page/b', [item('/page/c')])]), item('/page/d')];

it.each([
  ['/page/a', '/page/a'],
  ['/page/c', '/page/c'],
  ['/page/d', '/page/d'],
  ['/demos', '/demos'],
  ['/', null],
  ['/page/e', null],
  ['/page', null],
])('returns the address %s only if the menu contains it', (address, place) => {
  expect(placeInMenu(items, address)).toBe(place);
});
