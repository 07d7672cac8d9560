import { expect, it } from 'vitest';
import { openSizedCache } from './sized-cache.ts';

it('openSizedCache evicts the least recently used items beyond its limit', () => {
  const cache = openSizedCache<number, string>(100);
  const known = () => [1, 2, 3, 4].map((key) => cache.get(key) ?? null);
  cache.put(1, 'one', 60);
  cache.put(2, 'two', 40);
  expect(known()).toEqual(['one', 'two', null, null]);
  cache.put(3, 'three', 50);
  expect(known()).toEqual([null, 'two', 'three', null]);
  cache.get(2);
  cache.put(4, 'four', 20);
  expect(known()).toEqual([null, 'two', null, 'four']);
  cache.put(2, 'larger than the limit', 500);
  expect(known()).toEqual([null, null, null, 'four']);
  cache.put(4, 'again', 100);
  expect(known()).toEqual([null, null, null, 'again']);
  expect(cache.size()).toBe(100);
});
