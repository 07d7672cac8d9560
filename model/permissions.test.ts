import { describe, expect, it } from 'vitest';
import { can, effectiveRoles, guarded, reachOf, type Operation, type Subject, type Viewer } from './permissions.ts';
import { roleNames, type Role } from './user.ts';

const operations: Operation[] = ['get', 'list', 'create', 'update', 'delete'];
const as = (...roles: Role[]): Viewer => ({ uid: 'me', roles });
const signedOut: Viewer = { uid: null, roles: [] };

describe('the permission table', () => {
  const everyCell = guarded.flatMap((what) => operations.map((operation) => ({ what, operation })));

  it.each(everyCell)('denies signed-out callers to $operation $what', ({ what, operation }) => {
    expect(can(signedOut, operation, { what, owner: null })).toBe(false);
  });

  it.each(everyCell)('gives a lower role no more than a higher one: $operation $what', ({ what, operation }) => {
    const reach = ['no', 'own draft', 'open', 'own', 'content', 'with its document', 'yes'];
    const ranks = [...roleNames].reverse().map((role) => reach.indexOf(reachOf(role, operation, what)));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });

  const draft: Subject = { what: 'pages', owner: 'me', isPublished: false };
  it.each<[string, boolean, Viewer, Operation, Subject]>([
    ['an author edits their own draft', true, as('author'), 'update', draft],
    ['an author does not publish', false, as('author'), 'update', { ...draft, isPublished: true }],
    ['an author leaves others alone', false, as('author'), 'update', { ...draft, owner: 'you' }],
    ['an author who is an editor too does', true, as('author', 'editor'), 'update', { ...draft, owner: 'you' }],
    ['a viewer reads drafts', true, as('viewer'), 'get', { ...draft, owner: 'you' }],
    ['a viewer changes nothing', false, as('viewer'), 'update', draft],
    ['an editor deletes no section', false, as('editor'), 'delete', { what: 'homepage_sections' }],
    ['an admin does', true, as('admin'), 'delete', { what: 'homepage_sections' }],
    [
      'a viewer sees an open embed',
      true,
      as('viewer'),
      'get',
      { what: 'demo_embeds', owner: 'you', isProtected: false },
    ],
    ['but not a locked one', false, as('viewer'), 'get', { what: 'demo_embeds', owner: 'you', isProtected: true }],
    ['its owner does', true, as('author'), 'get', { what: 'demo_embeds', owner: 'me', isProtected: true }],
    ['no role reads secrets', false, as('admin'), 'get', { what: 'demo_secrets', owner: 'me' }],
    ['an author drafts changes of their own document', true, as('author'), 'update', { what: 'drafts', owner: 'me' }],
    ['but not of another', false, as('author'), 'update', { what: 'drafts', owner: 'you' }],
    ['an editor drafts changes of any document', true, as('editor'), 'create', { what: 'drafts', owner: 'you' }],
    ['but of no setting', false, as('editor'), 'create', { what: 'drafts', isSetting: true }],
    ['an admin does', true, as('admin'), 'create', { what: 'drafts', isSetting: true }],
    ['a user without a role reads their own profile', true, as(), 'get', { what: 'profiles', owner: 'me' }],
    ['but no other profile', false, as(), 'get', { what: 'profiles', owner: 'you' }],
  ])('%s', (_name, expected, ...question) => {
    expect(can(...question)).toBe(expected);
  });
});

describe('the roles that count', () => {
  const free = { required: false, used: false };
  it.each<[string, Role[], Parameters<typeof effectiveRoles>]>([
    ['none without a document', [], [null, free]],
    ['none of an inactive user', [], [{ roles: ['admin'], is_active: false }, free]],
    ['all of an active one', ['admin', 'viewer'], [{ roles: ['viewer', 'admin'], is_active: true }, free]],
    [
      "not the admin's without a second factor that is required",
      ['editor'],
      [
        { roles: ['admin', 'editor'], is_active: true },
        { required: true, used: false },
      ],
    ],
    [
      "the admin's with it",
      ['admin'],
      [
        { roles: ['admin'], is_active: true },
        { required: true, used: true },
      ],
    ],
  ])('%s', (_name, expected, args) => {
    expect(effectiveRoles(...args)).toEqual(expected);
  });
});
