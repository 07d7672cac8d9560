import { expect, it } from 'vitest';
import { openAccountStore } from './account-store.ts';
import { createDurableState } from './durable-state.ts';

const issued = { lastRefreshAt: '2026-11-20T12:00:00Z' };

it.each([
  ['a password chosen a moment after signing up', { lastLoginAt: '1999', validSince: '2' }, '2000'],
  ['a password changed long after signing in', { lastLoginAt: '1999', validSince: '500' }, '500000'],
  ['a sign-in after the last change', { lastLoginAt: '7500', validSince: '7' }, '7500'],
  ['an account without a password', { lastLoginAt: '7500' }, '7500'],
])('sets a sign-in time with which tokens are valid: %s', (_, account, lastLoginAt) => {
  const store = openAccountStore(':memory:');
  const state = createDurableState('demo-tokens', store);
  state.users.set('ada', { localId: 'ada' });
  state.updateUserByLocalId('ada', account);
  // The emulator writes this when it issues tokens, which carry the account's sign-in time.
  expect(state.updateUserByLocalId('ada', issued)).toMatchObject({ lastLoginAt });
  store.close();
});

it('does not change the sign-in time when tokens are revoked', () => {
  const store = openAccountStore(':memory:');
  const state = createDurableState('demo-tokens', store);
  state.users.set('ada', { localId: 'ada', lastLoginAt: '1999' });
  expect(state.updateUserByLocalId('ada', { validSince: '500' })).toMatchObject({ lastLoginAt: '1999' });
  store.close();
});
