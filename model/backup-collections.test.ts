import { expect, it } from 'vitest';
import { backedUp, notBackedUp } from './backup-collections.ts';
import { kindCollections } from './kinds/kinds.ts';
import { collections } from './paths.ts';

it('classifies every collection exactly once as backed up or not', () => {
  const all = new Set([...Object.values(collections), ...kindCollections]);
  expect([...backedUp, ...Object.keys(notBackedUp)].sort()).toEqual([...all].sort());
});
