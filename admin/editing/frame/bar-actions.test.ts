import { describe, expect, it } from 'vitest';
import { barActions } from './bar-actions.ts';

describe('the actions of an editor', () => {
  it.each([
    ['a draft', { isPublished: false, canPublish: true }, 'publish', 'save publish', ''],
    ['what is published', { isPublished: true, canPublish: true }, 'save', 'save', 'unpublish'],
    ["an author's draft", { isPublished: false, canPublish: false }, 'save', 'save', ''],
  ])('of %s', (...[, standing, right, buttons, menu]) => {
    const actions = barActions(standing);
    expect([actions.right, actions.buttons.join(' '), actions.menu.join(' ')]).toEqual([right, buttons, menu]);
  });
});
