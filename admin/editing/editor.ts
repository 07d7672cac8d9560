import type { Savable } from '@frontage/model/kinds/kinds';
import type { Notice } from '@frontage/model/messages';
import type { Base, ReviewStep } from '@frontage/model/changes/document-writes';
import type { Data } from '@frontage/model/changes/write';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { KeptDraft } from '../lib/documents/draft.ts';
import type { ToastLink } from '../ui/toaster.tsx';
import type { Values } from './versions/compare-fields.ts';
import type { ValidationIssue } from './versions/draft-values.ts';
import type { SaveStatus } from './editor/save-status.ts';
import type { Prepared } from './versions/use-undo.ts';
import type { Conflict, Origin, SessionView } from './session/session.ts';
import type { FoundEdit } from './session/unsaved-edits.ts';

export interface EditorSetup<Input extends FieldValues, Fields extends object> {
  kind: Savable;
  form: UseFormReturn<Input, unknown, Fields>;
  start: Origin<Input>;
  /** Whether this user may keep a draft beside the published version, and the draft found when the screen opened. */
  draft: { mayDraft: boolean; start: KeptDraft | null };
  /** The validation schema for publishing on top of `base`. A stable function. */
  schema: (base: Base | null) => z.ZodType<Fields, Input>;
  /** The display name. */
  nameOf(values: Input): string;
  /** The form values of another user's version, for comparison. */
  valuesOf(theirs: Data, embed: string | null): { values: Input; base: Base };
  /** The data to write if it differs from the form's fields. Rejects with a message for users. */
  prepare?(fields: Fields, origin: Origin<Input>): Promise<Prepared>;
  /** Whether visitors see a document with these values. */
  isPublic(values: Input): boolean;
  /** Fields that are never stored in this browser or in a draft. */
  secretFields?: readonly Path<Input>[];
  notices: { created: Notice; updated: Notice; failed(reason: string): Notice };
  /**
   * Called after a save; with `staysOpen`, another action on the document follows. Returns further actions for the
   * notice.
   */
  onSaved(saved: SavedDocument): readonly ToastLink[];
}

interface SavedDocument {
  isNew: boolean;
  isPublic: boolean;
  /** Null for kinds without slugs. */
  slug: string | null;
  staysOpen: boolean;
  /** Whether a review published it, which leaves the editor. */
  isReview: boolean;
}

/** The draft of an editor. */
export interface EditedDraft extends Pick<SessionView, 'kept' | 'isPending' | 'failure' | 'draftConflict' | 'isOn'> {
  /** Whether this user made the last change. */
  isOwn: boolean;
  sync: DraftSync;
}

/** The commands of a draft, for its notices and dialogs. */
interface DraftSync {
  state(): Pick<SessionView, 'kept' | 'draftConflict'>;
  /** Writes pending changes; true when all of them are on the server. */
  flush(): Promise<boolean>;
  /** Reads the stored draft, and merges it if another browser changed it. */
  refresh(): Promise<void>;
  showDraftConflict(isShown: boolean): void;
  keepValues(values: Values): void;
  /** Submits, withdraws or returns the draft; true when stored. */
  applyReviewStep(step: ReviewStep): Promise<boolean>;
  /** Called after the draft was published as `base`, with the fields that differ from the draft. */
  published(base: Base, values: Values): void;
}

/** The edit that this browser keeps until it is saved. */
export interface UnsavedState {
  /** The name of this session's edit. */
  name: string;
  /** An edit from an earlier session; null after it was restored or discarded. */
  offered: FoundEdit | null;
  /** False if the browser did not store the last edit. */
  isKept: boolean;
  discardOffered(): void;
}

export interface Editor<Input extends FieldValues, Fields> {
  form: UseFormReturn<Input, unknown, Fields>;
  origin: Origin<Input>;
  /** The display name of a document with these values. */
  nameOf(values: Input): string;
  /** Whether visitors see a document with these values. */
  isPublic(values: Input): boolean;
  isDirty: boolean;
  status: SaveStatus;
  unsaved: UnsavedState;
  draft: EditedDraft;
  /** Validation errors that prevent publishing the draft. */
  issues: readonly ValidationIssue[];
  /** A newer version of another user with a conflict to resolve. */
  conflict: Conflict | null;
  /** Whether the form has changes that are stored in this browser only. */
  mustAskBeforeLeaving(): boolean;
  /** Writes pending changes of the draft without opening a dialog. True if the server has all form values. */
  settle(): Promise<boolean>;
  /** Like `settle`; returns the stored draft, or undefined if the server does not have all form values. */
  settleDraft(): Promise<KeptDraft | null | undefined>;
  /** Validates and saves; `change` also publishes or unpublishes. True when saved. */
  save(change?: { isPublished: boolean }): Promise<boolean>;
  /** Creates the new document, unpublished, and keeps the editor open. Null if that failed. */
  create(): Promise<Base | null>;
  /** Writes pending changes of the draft and opens the dialog of a conflict. True if all changes are stored. */
  saveDraft(): Promise<boolean>;
  /** The changes of this session in the draft: their size, and whether the draft is older; null without any. */
  ownChanges(): { characters: number; isDraftOlder: boolean } | null;
  /**
   * Takes the changes of this session out of the draft, and ends the session. Returns the name under which this browser
   * keeps them; null if that failed.
   */
  cancel(): Promise<string | null>;
  /** Returns to the published version; can be undone. */
  discardDraft(): Promise<void>;
  /** Whether the form is valid for publishing; shows the errors of invalid fields. */
  isPublishable(): boolean;
  /** Submits the draft for review with a message to the reviewer, or withdraws it. */
  askReview(step: Exclude<ReviewStep, { type: 'return' }>): Promise<void>;
  /** Further actions for the notice about a draft that a review published. */
  reviewLinks(published: Pick<SavedDocument, 'isPublic' | 'slug'>): readonly ToastLink[];
  /** Restores unsaved form values of an earlier session. */
  restoreUnsaved(): void;
  /** Discards the form values. Returns the name under which this browser keeps them. */
  discard(): string;
  /** Reverts `discard` while the form is still open. */
  resume(): void;
  /**
   * Reads the stored version and merges changes by others. False if a conflict needs a choice, which opens the
   * dialog.
   */
  mergeNewest(): Promise<boolean>;
  /** Discards the changes of a document that another user deleted. */
  leaveDeleted(): void;
  /** Puts these values into the form, unsaved. */
  replaceValues(values: Input): void;
  /** A stored version as form values; a demo's embed code is null for users without access to it. */
  valuesOf(data: Data, embed: string | null): Input;
  /** Saves these values over the newer version. */
  keepValues(values: Values): Promise<boolean>;
  closeConflict(): void;
}
