import { describe, expect, it } from 'vitest';
import { setupOutcome } from './first-admin.tsx';

describe('setupOutcome', () => {
  it.each([
    [['admin'], true, 'already-admin'],
    [['editor', 'admin'], true, 'already-admin'],
    [['author'], true, 'leave'],
    [['editor', 'viewer'], true, 'leave'],
    [['author'], false, 'may-claim'],
    [[], false, 'may-claim'],
    [[], true, 'no-access'],
  ] as const)('%j with an admin: %s → %s', (roles, adminExists, outcome) => {
    expect(setupOutcome(roles, adminExists)).toBe(outcome);
  });
});
