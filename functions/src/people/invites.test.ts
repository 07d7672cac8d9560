import { describe, expect, it } from 'vitest';
import type { UserRoles } from '@frontage/model/user';
import { inviteExpiry, inviteId, invitePath, isOpen, canClaim, newToken, type Invite } from './invites.ts';
import { isWrongCode } from './first-admin.ts';

const now = new Date('2026-01-01T00:00:00Z');
const invite = (change: Partial<Invite> = {}): Invite => ({
  email: 'bob@example.com',
  role: 'author',
  invited_by: 'ada',
  expires_at: now.getTime() + 1,
  used_by: null,
  revoked_by: null,
  ...change,
});
const admin: UserRoles = { user_id: 'ada', roles: ['admin'], is_active: true };

describe('an invite', () => {
  it.each<[string, boolean, Invite, UserRoles | null]>([
    ['new', true, invite(), admin],
    ['used', false, invite({ used_by: 'bob' }), admin],
    ['revoked', false, invite({ revoked_by: 'ada' }), admin],
    ['at its expiry', false, invite({ expires_at: now.getTime() }), admin],
    ['of an unknown sender', false, invite(), null],
    ['of a deactivated admin', false, invite(), { ...admin, is_active: false }],
    ['of a former admin', false, invite(), { ...admin, roles: ['editor'] }],
  ])('%s is open: %s', (_case, expected, ...[document, inviter]) => {
    expect(isOpen(document, inviter, now)).toBe(expected);
  });

  const claims = { uid: 'bob', email: 'bob@example.com', signedInAt: 10, usedSecondFactor: false };
  it.each<[string, boolean, Parameters<typeof canClaim>]>([
    ['the invited user', true, [invite(), claims, null]],
    ['the invited user with other capitals', true, [invite({ email: 'Bob@Example.com' }), claims, null]],
    ['another user', false, [invite(), { ...claims, email: 'eve@example.com' }, null]],
    ['an account without email', false, [invite(), { ...claims, email: null }, null]],
    ['a deactivated account', false, [invite(), claims, { ...admin, is_active: false }]],
    ['an ended session', false, [invite(), claims, { ...admin, valid_after: 10 }]],
  ])('can be claimed by %s: %s', (_case, expected, args) => {
    expect(canClaim(...args)).toBe(expected);
  });

  it('has a unique token of 256 bits, and an id that does not reveal it', () => {
    const tokens = Array.from({ length: 1_000 }, newToken);
    expect(new Set(tokens).size).toBe(1_000);
    expect(Buffer.from(tokens[0] ?? '', 'base64url')).toHaveLength(32);
    expect(inviteId(tokens[0] ?? '')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is valid for seven days and links to the sign-up page', () => {
    expect(new Date(inviteExpiry(now)).toISOString()).toBe('2026-01-08T00:00:00.000Z');
    expect(invitePath('abc')).toBe('/auth/signup?invite=abc');
  });
});

describe('the setup code', () => {
  it.each<[string, string | undefined, boolean]>([
    ['', undefined, false],
    ['', 'anything', false],
    ['secret', 'secret', false],
    ['secret', 'Secret', true],
    ['secret', '', true],
    ['secret', undefined, true],
  ])('is wrong if %j is required and %j is given: %s', (required, given, expected) => {
    expect(isWrongCode(required, given)).toBe(expected);
  });
});
