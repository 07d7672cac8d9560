import { expect, it } from 'vitest';
import { openRecentWrites } from './outbox.ts';

it('openRecent caches recent writes within its limit', () => {
  const recent = openRecentWrites<string>(100);
  const known = () => [1, 2, 3, 4].map((sequence) => recent.get(sequence) ?? null);
  recent.put(1, 'one', 60);
  recent.put(2, 'two', 40);
  expect(known()).toEqual(['one', 'two', null, null]);
  recent.put(3, 'three', 50);
  expect(known()).toEqual([null, 'two', 'three', null]);
  recent.put(4, 'larger than the limit', 500);
  expect(known()).toEqual([null, null, null, null]);
  recent.put(3, 'again', 100);
  expect(known()).toEqual([null, null, 'again', null]);
});
