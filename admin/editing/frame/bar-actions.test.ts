import { describe, expect, it } from 'vitest';
import { barActions } from './bar-actions.ts';

describe('the actions of an editor', () => {
  const author = { isPublished: false, canPublish: false };
  const none = { isKept: false, review: 'none' } as const;
  const kept = { isKept: true, review: 'none' } as const;
  const waiting = { isKept: true, review: 'waiting' } as const;
  type Standing = Parameters<typeof barActions>[0];
  it.each<[string, Partial<Standing>, Standing['draft'], string, string, string]>([
    ['a draft', { isPublished: false }, null, 'publish', 'save publish', ''],
    ['what is published', { isPublished: true }, null, 'save', 'save', 'unpublish'],
    ['what may have a working copy', { isPublished: true }, none, 'save', 'draft save', 'unpublish'],
    ['what has one', { isPublished: true }, kept, 'save', 'draft save', 'discard unpublish'],
    ['a draft somebody submitted', { isPublished: false }, waiting, 'publish', 'draft save publish', 'discard'],
    ["an author's new one", { ...author, isStored: false }, null, 'save', 'save', ''],
    ["an author's draft", author, null, 'save', 'save submit', ''],
    ["an author's working copy", author, kept, 'submit', 'draft submit', 'discard'],
    ["an author's proposal", author, waiting, 'draft', 'draft', 'withdraw discard'],
    ["an author's proposal that moved", author, { ...waiting, review: 'moved' }, 'submit', 'draft submit', 'discard'],
  ])('of %s', (...[, standing, draft, right, buttons, menu]) => {
    const actions = barActions({ isStored: true, isPublished: false, canPublish: true, ...standing, draft });
    expect([actions.right, actions.buttons.join(' '), actions.menu.join(' ')]).toEqual([right, buttons, menu]);
  });
});
