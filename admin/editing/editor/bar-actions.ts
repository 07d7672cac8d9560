import type { ReviewState } from '@frontage/model/draft';

/**
 * The actions of an editor's buttons. `save` keeps the stored or switched publication state, `publish` and `unpublish`
 * set it; `draft` stores a draft, `discard` deletes it; `submit` and `withdraw` belong to authors; `review` opens a
 * proposal.
 */
export type BarAction = 'save' | 'publish' | 'unpublish' | 'draft' | 'discard' | 'submit' | 'withdraw' | 'review';

export interface BarActions {
  /** The action of the only solid button on the screen and of Ctrl/Cmd+Enter. */
  primary: BarAction;
  /** The action of Ctrl/Cmd+S. */
  saves: 'save' | 'draft';
  /** The buttons of the bar, in order. The button of `review` is in the proposal's notice. */
  buttons: readonly BarAction[];
  /** The actions of the menu beside the buttons. */
  menu: readonly BarAction[];
}

// prettier-ignore
const table = {
  // State                        Primary              Ctrl/Cmd+S      Bar                            Menu
  'new':                          { primary: 'save',    saves: 'save',  buttons: ['publish', 'save'], menu: ['discard'] },
  'new, switched on':             { primary: 'save',    saves: 'save',  buttons: ['save'],            menu: ['discard'] },
  'unpublished':                  { primary: 'publish', saves: 'save',  buttons: ['save', 'publish'], menu: [] },
  'unpublished, switched on':     { primary: 'save',    saves: 'save',  buttons: ['save'],            menu: ['discard'] },
  'unpublished, scheduled':       { primary: 'save',    saves: 'save',  buttons: ['publish', 'save'], menu: ['discard'] },
  'unpublished with draft':       { primary: 'publish', saves: 'save',  buttons: ['save', 'publish'], menu: ['discard'] },
  'unpublished to review':        { primary: 'review',  saves: 'draft', buttons: ['draft'],           menu: ['save', 'publish', 'discard'] },
  'published':                    { primary: 'save',    saves: 'save',  buttons: ['draft', 'save'],   menu: ['unpublish'] },
  'published with draft':         { primary: 'save',    saves: 'save',  buttons: ['draft', 'save'],   menu: ['discard', 'unpublish'] },
  'published, switched off':      { primary: 'save',    saves: 'save',  buttons: ['draft', 'save'],   menu: ['discard'] },
  'published to review':          { primary: 'review',  saves: 'draft', buttons: ['draft'],           menu: ['save', 'discard', 'unpublish'] },
  'setting':                      { primary: 'save',    saves: 'save',  buttons: ['draft', 'save'],   menu: ['discard'] },
  // Users without permission to publish:
  'own new':                      { primary: 'save',    saves: 'save',  buttons: ['save', 'submit'],  menu: ['discard'] },
  'own unpublished':              { primary: 'submit',  saves: 'save',  buttons: ['save', 'submit'],  menu: [] },
  'own published':                { primary: 'submit',  saves: 'draft', buttons: ['draft', 'submit'], menu: [] },
  'own draft':                    { primary: 'submit',  saves: 'draft', buttons: ['draft', 'submit'], menu: ['discard'] },
  'own proposal':                 { primary: 'draft',   saves: 'draft', buttons: ['draft'],           menu: ['withdraw', 'discard'] },
  'own proposal, changed since':  { primary: 'submit',  saves: 'draft', buttons: ['draft', 'submit'], menu: ['withdraw', 'discard'] },
  'read only':                    { primary: 'save',    saves: 'save',  buttons: [],                  menu: [] },
} as const satisfies Record<string, BarActions>;

export type EditorState = keyof typeof table;

export const editorStates = Object.keys(table) as EditorState[];

/** The actions of an editor in a state. */
export const actionsIn = (state: EditorState): BarActions => table[state];

export interface BarContext {
  /** Whether the document was ever saved. */
  isStored: boolean;
  /** Whether the stored document is published. */
  isPublished: boolean;
  /** The value of the form's publish switch. */
  isToBePublished: boolean;
  canEdit: boolean;
  canPublish: boolean;
  /** Whether a schedule will publish it. */
  isScheduled: boolean;
  /** The draft; null for editors without drafts. */
  draft: { isKept: boolean; review: ReviewState } | null;
}

/** The state of an editor, which determines its actions. */
export function editorState(context: BarContext): EditorState {
  const { isStored, isPublished, isToBePublished, canEdit, canPublish, isScheduled, draft } = context;
  if (!canEdit) return 'read only';
  if (!canPublish) return isStored ? ownState(isPublished, draft) : 'own new';
  if (!isStored) return isToBePublished ? 'new, switched on' : 'new';
  const isInReview = draft?.review === 'waiting' || draft?.review === 'moved';
  if (isPublished) {
    if (isInReview) return 'published to review';
    if (!isToBePublished) return 'published, switched off';
    return draft?.isKept ? 'published with draft' : 'published';
  }
  if (isInReview) return 'unpublished to review';
  if (isToBePublished) return 'unpublished, switched on';
  if (isScheduled) return 'unpublished, scheduled';
  return draft?.isKept ? 'unpublished with draft' : 'unpublished';
}

function ownState(isPublished: boolean, draft: BarContext['draft']): EditorState {
  if (draft?.review === 'waiting') return 'own proposal';
  if (draft?.review === 'moved') return 'own proposal, changed since';
  if (draft?.isKept) return 'own draft';
  return isPublished ? 'own published' : 'own unpublished';
}

/** The actions in a state; `discard` only with a draft. */
export function barActions(state: EditorState, hasDraft: boolean): BarActions {
  const actions = actionsIn(state);
  return { ...actions, menu: actions.menu.filter((action) => action !== 'discard' || hasDraft) };
}

/** The effect of a save on the live site; null without one. */
export function saveEffect({ wasPublic, isPublic }: { wasPublic: boolean; isPublic: boolean }): string | null {
  if (isPublic) return 'goes live';
  return wasPublic ? 'leaves the site' : null;
}
