import type { Role } from './user.ts';
import { describe, expect, it } from 'vitest';
import { abilities, canRestoreDocument, canCreate, canDraft, canRestore, canReview } from './abilities.ts';
import type { Kind } from './kinds.ts';

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
