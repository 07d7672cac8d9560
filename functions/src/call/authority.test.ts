import type { Role, UserRoles } from '@frontage/model/user';
import { describe, expect, it } from 'vitest';
import { includesRole, refusalFor, sessionHolds } from './authority.ts';
import { claimsOf, type Claims } from './claims.ts';

const claims = (change: Partial<Claims> = {}): Claims => ({
  uid: 'ada',
  email: 'ada@example.com',
  signedInAt: 1_000,
  usedSecondFactor: false,
  ...change,
});
const user = (roles: Role[], change: Partial<UserRoles> = {}): UserRoles => ({
  user_id: 'ada',
  roles,
  is_active: true,
  ...change,
});

describe('the email of a token', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['\u212aate@example.com', '\u212aate@example.com'],
    ['I\u0307da@example.com', 'i\u0307da@example.com'],
    ['\u0130da@example.com', '\u0130da@example.com'],
  ])('%s belongs to %s alone', (email, expected) => {
    const auth = { uid: 'ada', token: { email, auth_time: 1, firebase: {} } };
    expect(claimsOf({ auth } as unknown as Parameters<typeof claimsOf>[0])?.email).toBe(expected);
  });
});

describe('the permissions of a role', () => {
  it.each<[Role[], Role, boolean]>([
    [['admin'], 'viewer', true],
    [['editor'], 'author', true],
    [['author'], 'editor', false],
    [['viewer', 'author'], 'author', true],
    [['viewer'], 'author', false],
    [[], 'viewer', false],
  ])('%s cover %s: %s', (held, needed, expected) => {
    expect(includesRole(held, needed)).toBe(expected);
  });
});

describe('whether a session holds', () => {
  it.each<[string, UserRoles | null, boolean]>([
    ['the account has no stored document', null, true],
    ['it is active', user([]), true],
    ['it is deactivated', user(['admin'], { is_active: false }), false],
    ['sessions ended before the sign-in', user([], { valid_after: 999 }), true],
    ['sessions ended in its second', user([], { valid_after: 1_000 }), false],
    ['sessions ended after it', user([], { valid_after: 1_001 }), false],
    ['it was signed out', user([], { ended_sign_ins: [900, 1_000] }), false],
    ['a second factor was set up before the sign-in', user([], { factor_enrolled_at: 999 }), true],
    ['a second factor was set up in its second', user([], { factor_enrolled_at: 1_000 }), false],
    ['a second factor was set up after it', user([], { factor_enrolled_at: 1_001 }), false],
    ['others were signed out', user([], { ended_sign_ins: [999, 1_001] }), true],
  ])('%s', (_case, standing, expected) => {
    expect(sessionHolds(claims(), standing)).toBe(expected);
  });
});

describe('why a call is refused', () => {
  const free = { secondFactorRequired: false };
  const strict = { secondFactorRequired: true };
  it.each<[string, string | null, Parameters<typeof refusalFor>]>([
    ['an admin may', null, [claims(), { user: user(['admin']), ...free }, 'admin']],
    ['an editor may what authors may', null, [claims(), { user: user(['editor']), ...free }, 'author']],
    ['an editor is no admin', 'notAllowed', [claims(), { user: user(['editor']), ...free }, 'admin']],
    ['somebody unknown', 'notAllowed', [claims(), { user: null, ...free }, 'viewer']],
    [
      'a deactivated admin',
      'notAllowed',
      [claims(), { user: user(['admin'], { is_active: false }), ...free }, 'viewer'],
    ],
    ['a session ended', 'notAllowed', [claims(), { user: user(['admin'], { valid_after: 2_000 }), ...free }, 'viewer']],
    ['an admin without second factor', 'secondFactor', [claims(), { user: user(['admin']), ...strict }, 'viewer']],
    ['an admin with it', null, [claims({ usedSecondFactor: true }), { user: user(['admin']), ...strict }, 'admin']],
    ['an editor needs none', null, [claims(), { user: user(['editor']), ...strict }, 'editor']],
    ['an admin and editor is an editor', null, [claims(), { user: user(['admin', 'editor']), ...strict }, 'editor']],
    ['and no admin', 'secondFactor', [claims(), { user: user(['admin', 'editor']), ...strict }, 'admin']],
    ['an editor is not asked for one', 'notAllowed', [claims(), { user: user(['editor']), ...strict }, 'admin']],
  ])('%s: %s', (_case, refused, args) => {
    expect(refusalFor(...args)?.refused ?? null).toBe(refused);
  });
});
