import { expect, it } from 'vitest';
import { backedUp, notBackedUp } from './backup-collections.ts';
import { collections } from './paths.ts';

it('classifies every collection exactly once as backed up or not', () => {
  expect([...backedUp, ...Object.keys(notBackedUp)].sort()).toEqual(Object.values(collections).sort());
});
