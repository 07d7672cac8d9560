import { describe, expect, it } from 'vitest';
import { actionsIn, barActions, editorState, editorStates, saveEffect, type BarContext } from './bar-actions.ts';

const working = { isKept: false, review: 'none' } as const;
const kept = { isKept: true, review: 'none' } as const;
const waiting = { isKept: true, review: 'waiting' } as const;
const moved = { isKept: true, review: 'moved' } as const;
const returned = { isKept: true, review: 'returned' } as const;

const editor: BarContext = {
  isStored: true,
  isPublished: false,
  isToBePublished: false,
  canEdit: true,
  canPublish: true,
  isScheduled: false,
  draft: null,
};
const live = { ...editor, isPublished: true, isToBePublished: true, draft: working };
const author = { ...editor, canPublish: false };
const ownLive = { ...author, isPublished: true, isToBePublished: true, draft: working };

describe('editorState', () => {
  it.each<[string, BarContext, (typeof editorStates)[number]]>([
    ['a new document', { ...editor, isStored: false }, 'new'],
    ['a new document with the switch on', { ...editor, isStored: false, isToBePublished: true }, 'new, switched on'],
    ['an unpublished document', editor, 'unpublished'],
    ['an unpublished document with the switch on', { ...editor, isToBePublished: true }, 'unpublished, switched on'],
    ['an unpublished document with a draft', { ...editor, draft: kept }, 'unpublished with draft'],
    ['an unpublished document whose proposal was returned', { ...editor, draft: returned }, 'unpublished with draft'],
    ['an unpublished document that is scheduled', { ...editor, isScheduled: true }, 'unpublished, scheduled'],
    ['a published document', live, 'published'],
    ['a published document without drafts', { ...live, draft: null }, 'published'],
    ['a published document that is scheduled', { ...live, isScheduled: true }, 'published'],
    ['a published document with a draft', { ...live, draft: kept }, 'published with draft'],
    [
      'a published document with the switch off',
      { ...live, isToBePublished: false, draft: kept },
      'published, switched off',
    ],
    ['a proposal of an unpublished document', { ...editor, draft: waiting }, 'unpublished to review'],
    [
      'a proposal of an unpublished document that was changed since',
      { ...editor, draft: moved },
      'unpublished to review',
    ],
    ['a proposal of a published document', { ...live, draft: waiting }, 'published to review'],
    ["an author's new document", { ...author, isStored: false }, 'own new'],
    ["an author's unpublished document", author, 'own unpublished'],
    ["an author's published document", ownLive, 'own published'],
    ["an author's draft", { ...ownLive, draft: kept }, 'own draft'],
    ["an author's returned proposal", { ...author, draft: returned }, 'own draft'],
    ["an author's proposal", { ...author, draft: waiting }, 'own proposal'],
    ["an author's proposal that was changed since", { ...author, draft: moved }, 'own proposal, changed since'],
    ['a document that a viewer reads', { ...live, canEdit: false, canPublish: false, draft: null }, 'read only'],
  ])('identifies %s', (_title, context, state) => {
    expect(editorState(context)).toBe(state);
  });
});

describe('actionsIn and barActions', () => {
  it.each(editorStates.filter((state) => state !== 'read only'))(
    'has one primary action in the state “%s”',
    (state) => {
      const { primary, saves, buttons, menu } = actionsIn(state);
      // A review is opened from its notice, every other primary action from the bar.
      expect(buttons.includes(primary)).toBe(primary !== 'review');
      expect([...buttons, ...menu].filter((action, index, all) => all.indexOf(action) !== index)).toEqual([]);
      expect(buttons).toContain(saves);
      expect(buttons.length).toBeLessThanOrEqual(2);
    },
  );

  it.each<[(typeof editorStates)[number], string, string, string]>([
    ['new', 'save', 'publish save', 'discard'],
    ['new, switched on', 'save', 'save', 'discard'],
    ['unpublished', 'publish', 'save publish', ''],
    ['unpublished, scheduled', 'save', 'publish save', 'discard'],
    ['unpublished, switched on', 'save', 'save', 'discard'],
    ['unpublished with draft', 'publish', 'save publish', 'discard'],
    ['published', 'save', 'draft save', 'unpublish'],
    ['published with draft', 'save', 'draft save', 'discard unpublish'],
    ['published, switched off', 'save', 'draft save', 'discard'],
    ['unpublished to review', 'review', 'draft', 'save publish discard'],
    ['published to review', 'review', 'draft', 'save discard unpublish'],
    ['setting', 'save', 'draft save', 'discard'],
    ['own new', 'save', 'save submit', 'discard'],
    ['own unpublished', 'submit', 'save submit', ''],
    ['own published', 'submit', 'draft submit', ''],
    ['own draft', 'submit', 'draft submit', 'discard'],
    ['own proposal', 'draft', 'draft', 'withdraw discard'],
    ['own proposal, changed since', 'submit', 'draft submit', 'withdraw discard'],
  ])('returns the actions in the state “%s”', (state, ...expected) => {
    const actions = actionsIn(state);
    expect([actions.primary, actions.buttons.join(' '), actions.menu.join(' ')]).toEqual(expected);
  });

  it('includes discard only with a draft', () => {
    expect(barActions('published, switched off', false).menu).toEqual([]);
    expect(barActions('published, switched off', true).menu).toEqual(['discard']);
  });

  it('returns no actions for a read-only user', () => {
    expect(actionsIn('read only')).toMatchObject({ buttons: [], menu: [] });
  });
});

it.each([
  [false, false, null],
  [false, true, 'goes live'],
  [true, true, 'goes live'],
  [true, false, 'leaves the site'],
])('saveEffect describes a save (public before: %s, public after: %s) as “%s”', (wasPublic, isPublic, words) => {
  expect(saveEffect({ wasPublic, isPublic })).toBe(words);
});
