import { type Role, sessionHolds, type UserRoles } from '@frontage/model/user';
import { describe, expect, it } from 'vitest';
import { type Claims, claimsOf, includesRole, refusalFor } from './auth.ts';

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

describe('the email of claimsOf', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['\u212aate@example.com', '\u212aate@example.com'],
    ['I\u0307da@example.com', 'i\u0307da@example.com'],
    ['\u0130da@example.com', '\u0130da@example.com'],
  ])('lowercases only ASCII letters: %s becomes %s', (email, expected) => {
    const auth = { uid: 'ada', token: { email, auth_time: 1, firebase: {} } };
    expect(claimsOf({ auth } as unknown as Parameters<typeof claimsOf>[0])?.email).toBe(expected);
  });
});

describe('includesRole', () => {
  it.each<[Role[], Role, boolean]>([
    [['admin'], 'viewer', true],
    [['editor'], 'author', true],
    [['author'], 'editor', false],
    [['viewer', 'author'], 'author', true],
    [['viewer'], 'author', false],
    [[], 'viewer', false],
  ])('%s include %s: %s', (held, needed, expected) => {
    expect(includesRole(held, needed)).toBe(expected);
  });
});

describe('sessionHolds', () => {
  it.each<[string, UserRoles | null, boolean]>([
    ['the account has no stored document', null, true],
    ['the account is active', user([]), true],
    ['the account is deactivated', user(['admin'], { is_active: false }), false],
    ['sessions ended before the sign-in', user([], { valid_after: 999 }), true],
    ['sessions ended in the second of the sign-in', user([], { valid_after: 1_000 }), false],
    ['sessions ended after the sign-in', user([], { valid_after: 1_001 }), false],
    ['the session was signed out', user([], { ended_sign_ins: [900, 1_000] }), false],
    ['a second factor was set up before the sign-in', user([], { factor_enrolled_at: 999 }), true],
    ['a second factor was set up in the second of the sign-in', user([], { factor_enrolled_at: 1_000 }), false],
    ['a second factor was set up after the sign-in', user([], { factor_enrolled_at: 1_001 }), false],
    ['other sessions were signed out', user([], { ended_sign_ins: [999, 1_001] }), true],
  ])('is evaluated if %s', (_case, stored, expected) => {
    expect(sessionHolds(claims(), stored)).toBe(expected);
  });
});

describe('refusalFor', () => {
  const free = { secondFactorRequired: false };
  const strict = { secondFactorRequired: true };
  it.each<[string, string | null, Parameters<typeof refusalFor>]>([
    ['an admin', null, [claims(), { user: user(['admin']), ...free }, 'admin']],
    ['an editor on an author call', null, [claims(), { user: user(['editor']), ...free }, 'author']],
    ['an editor on an admin call', 'notAllowed', [claims(), { user: user(['editor']), ...free }, 'admin']],
    ['an unknown user', 'notAllowed', [claims(), { user: null, ...free }, 'viewer']],
    [
      'a deactivated admin',
      'notAllowed',
      [claims(), { user: user(['admin'], { is_active: false }), ...free }, 'viewer'],
    ],
    [
      'an ended session',
      'notAllowed',
      [claims(), { user: user(['admin'], { valid_after: 2_000 }), ...free }, 'viewer'],
    ],
    ['an admin without second factor', 'secondFactor', [claims(), { user: user(['admin']), ...strict }, 'viewer']],
    [
      'an admin with a second factor',
      null,
      [claims({ usedSecondFactor: true }), { user: user(['admin']), ...strict }, 'admin'],
    ],
    ['an editor without a second factor', null, [claims(), { user: user(['editor']), ...strict }, 'editor']],
    [
      'an admin and editor without a second factor on an editor call',
      null,
      [claims(), { user: user(['admin', 'editor']), ...strict }, 'editor'],
    ],
    [
      'an admin and editor without a second factor on an admin call',
      'secondFactor',
      [claims(), { user: user(['admin', 'editor']), ...strict }, 'admin'],
    ],
    [
      'an editor without a second factor on an admin call',
      'notAllowed',
      [claims(), { user: user(['editor']), ...strict }, 'admin'],
    ],
  ])('returns the refusal of %s: %s', (_case, refused, args) => {
    expect(refusalFor(...args)?.refused ?? null).toBe(refused);
  });
});
