import type { Role, UserRoles } from '@frontage/model/user';
import { describe, expect, it } from 'vitest';
import { refusalOfChange } from './users.ts';

const user = (roles: Role[], is_active = true): UserRoles => ({ user_id: 'x', roles, is_active });
const bob = { caller: 'ada', target: 'bob' };
const own = { caller: 'ada', target: 'ada' };

describe('refusalOfChange', () => {
  it.each<[string, string | null, Parameters<typeof refusalOfChange>[0]]>([
    ['a changed role', null, { ...bob, before: user(['viewer']), after: user(['editor']), admins: ['ada'] }],
    ['a first role', null, { ...bob, before: null, after: user(['viewer']), admins: ['ada'] }],
    ['a second admin', null, { ...bob, before: null, after: user(['admin']), admins: ['ada'] }],
    [
      "another admin's removed role",
      null,
      { ...bob, before: user(['admin']), after: user([]), admins: ['ada', 'bob'] },
    ],
    [
      'the deactivation of another admin',
      null,
      { ...bob, before: user(['admin']), after: user(['admin'], false), admins: ['ada', 'bob'] },
    ],
    [
      "the last admin's removed role",
      'lastAdmin',
      { ...bob, before: user(['admin']), after: user([]), admins: ['bob'] },
    ],
    [
      'the deactivation of the last admin',
      'lastAdmin',
      { ...bob, before: user(['admin']), after: user(['admin'], false), admins: ['bob'] },
    ],
    [
      'any change without an administrator',
      'lastAdmin',
      { ...bob, before: user([]), after: user(['editor']), admins: [] },
    ],
    [
      "the caller's removed admin role",
      'ownAdminRole',
      { ...own, before: user(['admin']), after: user(['editor']), admins: ['ada', 'bob'] },
    ],
    [
      'another role of the caller',
      null,
      { ...own, before: user(['admin', 'editor']), after: user(['admin']), admins: ['ada'] },
    ],
    [
      'the deactivation of the caller',
      'ownAccount',
      { ...own, before: user(['admin']), after: user(['admin'], false), admins: ['ada', 'bob'] },
    ],
  ])('returns the refusal of %s: %s', (_case, refused, change) => {
    expect(refusalOfChange(change)?.refused ?? null).toBe(refused);
  });
});
