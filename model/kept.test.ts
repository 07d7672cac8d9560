import { expect, it } from 'vitest';
import { backedUp, notBackedUp } from './kept.ts';
import { collections } from './paths.ts';

it('says of every collection whether a backup holds it, once', () => {
  expect([...backedUp, ...Object.keys(notBackedUp)].sort()).toEqual(Object.values(collections).sort());
});
