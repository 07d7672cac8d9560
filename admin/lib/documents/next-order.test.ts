import { expect, it } from 'vitest';
import { memoryStore } from './memory-store.fixture.ts';
import { readNextOrder } from './next-order.ts';

it.each([
  ['page', {}, 0],
  ['page', { 'pages/a': { menu_order: 2 }, 'pages/b': { menu_order: 7 } }, 8],
  ['page', { 'pages/a': { menu_order: 'x' }, 'pages/b': { menu_order: 3 } }, 4],
  ['page', { 'pages/a': { menu_order: Number.MAX_SAFE_INTEGER } }, Number.MAX_SAFE_INTEGER],
  ['section', { 'homepage_sections/a': { order_index: 0 }, 'pages/b': { menu_order: 5 } }, 1],
  ['demo', { 'demo_pages/a': {} }, 0],
] as const)('proposes for a new %s among %j the order %d', async (kind, documents, expected) => {
  expect(await readNextOrder(memoryStore(documents).store, kind)).toBe(expected);
});
