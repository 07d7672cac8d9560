import { describe, expect, it } from 'vitest';
import type { Kind } from './kinds/kinds.ts';
import {
  abilities,
  can,
  canCreate,
  canDraft,
  canRestore,
  canRestoreDocument,
  canReview,
  effectiveRoles,
  guarded,
  reachOf,
  type Operation,
  type Subject,
  type Viewer,
} from './permissions.ts';
import { roleNames, type Role } from './user.ts';

const operations: Operation[] = ['get', 'list', 'create', 'update', 'delete'];
const as = (...roles: Role[]): Viewer => ({ uid: 'me', roles });
const signedOut: Viewer = { uid: null, roles: [] };

describe('can', () => {
  const everyCell = guarded.flatMap((what) => operations.map((operation) => ({ what, operation })));

  it.each(everyCell)('denies signed-out callers to $operation $what', ({ what, operation }) => {
    expect(can(signedOut, operation, { what, owner: null })).toBe(false);
  });

  it.each(everyCell)('permits a lower role no more than a higher role to $operation $what', ({ what, operation }) => {
    const reach = ['no', 'own draft', 'open', 'own', 'content', 'with its document', 'yes'];
    const ranks = [...roleNames].reverse().map((role) => reach.indexOf(reachOf(role, operation, what)));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });

  const draft: Subject = { what: 'pages', owner: 'me', isPublished: false };
  it.each<[string, boolean, Viewer, Operation, Subject]>([
    ['an author updates their own draft', true, as('author'), 'update', draft],
    ['an author publishes', false, as('author'), 'update', { ...draft, isPublished: true }],
    ['an author updates a document of another user', false, as('author'), 'update', { ...draft, owner: 'you' }],
    [
      'an author with the editor role updates a document of another user',
      true,
      as('author', 'editor'),
      'update',
      { ...draft, owner: 'you' },
    ],
    ['a viewer reads drafts', true, as('viewer'), 'get', { ...draft, owner: 'you' }],
    ['a viewer updates their own draft', false, as('viewer'), 'update', draft],
    ['an editor deletes a section', false, as('editor'), 'delete', { what: 'homepage_sections' }],
    ['an admin deletes a section', true, as('admin'), 'delete', { what: 'homepage_sections' }],
    [
      'a viewer reads an unprotected embed',
      true,
      as('viewer'),
      'get',
      { what: 'demo_embeds', owner: 'you', isProtected: false },
    ],
    [
      'a viewer reads a protected embed',
      false,
      as('viewer'),
      'get',
      { what: 'demo_embeds', owner: 'you', isProtected: true },
    ],
    [
      'the owner reads a protected embed',
      true,
      as('author'),
      'get',
      { what: 'demo_embeds', owner: 'me', isProtected: true },
    ],
    ['an admin reads secrets', false, as('admin'), 'get', { what: 'demo_secrets', owner: 'me' }],
    ['an author writes a draft of their own document', true, as('author'), 'update', { what: 'drafts', owner: 'me' }],
    ['an author writes a draft of another document', false, as('author'), 'update', { what: 'drafts', owner: 'you' }],
    ['an editor writes a draft of any document', true, as('editor'), 'create', { what: 'drafts', owner: 'you' }],
    ['an editor writes a draft of a setting', false, as('editor'), 'create', { what: 'drafts', isSetting: true }],
    ['an admin writes a draft of a setting', true, as('admin'), 'create', { what: 'drafts', isSetting: true }],
    ['a user without a role reads their own profile', true, as(), 'get', { what: 'profiles', owner: 'me' }],
    ['a user without a role reads another profile', false, as(), 'get', { what: 'profiles', owner: 'you' }],
  ])('decides that %s: %s', (_name, expected, ...question) => {
    expect(can(...question)).toBe(expected);
  });
});

describe('effectiveRoles', () => {
  const free = { required: false, used: false };
  it.each<[string, Role[], Parameters<typeof effectiveRoles>]>([
    ['no role without a document', [], [null, free]],
    ['no role of an inactive user', [], [{ roles: ['admin'], is_active: false }, free]],
    ['all roles of an active user', ['admin', 'viewer'], [{ roles: ['viewer', 'admin'], is_active: true }, free]],
    [
      'no admin role without a required second factor',
      ['editor'],
      [
        { roles: ['admin', 'editor'], is_active: true },
        { required: true, used: false },
      ],
    ],
    [
      'the admin role with a required second factor',
      ['admin'],
      [
        { roles: ['admin'], is_active: true },
        { required: true, used: true },
      ],
    ],
  ])('returns %s', (_name, expected, args) => {
    expect(effectiveRoles(...args)).toEqual(expected);
  });
});

const allowedActions = (flags: Record<string, boolean>) =>
  Object.entries(flags)
    .filter(([, isAllowed]) => isAllowed)
    .map(([name]) => name.slice(3).toLowerCase())
    .join(' ');

describe('abilities', () => {
  it.each<[Role, Kind, string, string]>([
    ['admin', 'section', 'other published', 'edit publish delete'],
    ['editor', 'section', 'other published', 'edit publish'],
    ['author', 'section', 'own draft', ''],
    ['viewer', 'section', 'own draft', ''],
    ['editor', 'page', 'other published', 'edit publish delete'],
    ['author', 'page', 'own draft', 'edit delete'],
    ['author', 'page', 'own published', ''],
    ['author', 'demo', 'other draft', ''],
    ['author', 'demo', 'own draft', 'edit delete'],
    ['viewer', 'demo', 'own draft', ''],
  ])('%s on %s (%s): %s', (...[role, kind, situation, expected]) => {
    const document = {
      created_by: situation.startsWith('own') ? 'ada' : 'bob',
      is_published: situation.endsWith('published'),
    };
    expect(allowedActions({ ...abilities(kind, { uid: 'ada', roles: [role] }, document) })).toBe(expected);
  });

  it.each<[Role, Kind, boolean]>([
    ['admin', 'section', true],
    ['editor', 'section', true],
    ['editor', 'page', true],
    ['author', 'page', false],
    ['viewer', 'demo', false],
  ])('%s may restore a published %s of another user: %s', (role, kind, expected) => {
    const viewer = { uid: 'ada', roles: [role] };
    expect(canRestoreDocument(kind, viewer, { created_by: 'bob', is_published: true })).toBe(expected);
  });

  it.each<[Role, string]>([
    ['admin', 'page setting own review'],
    ['editor', 'page own review'],
    ['author', 'own'],
    ['viewer', ''],
  ])('%s may draft and review: %s', (role, expected) => {
    const viewer = { uid: 'ada', roles: [role] };
    const drafts = [
      canDraft('page', viewer, { created_by: 'bob' }) && 'page',
      canDraft('setting', viewer, null) && 'setting',
      canDraft('page', viewer, { created_by: 'ada' }) && 'own',
      canReview(viewer) && 'review',
    ];
    expect(drafts.filter(Boolean).join(' ')).toBe(expected);
  });

  it.each<[Role, string]>([
    ['admin', 'section page demo trash'],
    ['editor', 'section page demo trash'],
    ['author', 'page demo'],
    ['viewer', ''],
  ])('%s may create or restore: %s', (role, expected) => {
    const viewer = { uid: 'ada', roles: [role] };
    const made = (['section', 'page', 'demo'] as const).filter((kind) => canCreate(kind, viewer));
    expect([...made, ...(canRestore(viewer) ? ['trash'] : [])].join(' ')).toBe(expected);
  });
});
