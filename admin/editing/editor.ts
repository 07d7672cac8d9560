import type { Notice } from '@frontage/model/messages';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { Savable } from '@frontage/model/kinds';
import type { ReviewStep } from '@frontage/model/writes/plan-draft';
import type { Base } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import type { FieldDifference, Values } from './conflict/compare-fields.ts';
import type { KeptDraft } from '../lib/documents/draft.ts';
import type { EditedDraft } from './draft/use-draft.ts';
import type { UnsavedState } from './unsaved/unsaved-edits.ts';
import type { SaveStatus } from './save/save-status.ts';
import type { Prepared } from './save/use-undo.ts';

/** The base of an edit. */
export interface Origin<Input> {
  /** The id of the document; for a new one, its future id. */
  id: string;
  /** Null while the document has never been saved. */
  base: Base | null;
  values: Input;
  /** ISO time of the last save; null before the first. */
  savedAt: string | null;
  /** Whether the version at `base` is no longer stored; `values` is then the current version. */
  isBaseLost?: boolean;
}

/** A validation error of a field. */
export interface ValidationIssue {
  field: string;
  message: string;
}

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
  onSaved(wasNew: boolean): void;
}

/** A version saved by another user, as form values. */
export interface OtherVersion<Input> {
  values: Input;
  base: Base;
  /** The name of its author. */
  who: string;
  /** ISO time. */
  at: string;
}

/** A conflicting version of another user, as found when the conflict arose. */
export interface Conflict<Input> {
  /** Null if another user deleted the document. */
  theirs: OtherVersion<Input> | null;
  mine: Input;
  differences: readonly FieldDifference[];
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
  conflict: Conflict<Input> | null;
  /** Whether the form has changes that are stored in this browser only. */
  mustAskBeforeLeaving(): boolean;
  /** Writes pending changes of the draft without opening a dialog. True if the server has all form values. */
  settle(): Promise<boolean>;
  /** Validates and saves; `change` also publishes or unpublishes. True when saved. */
  save(change?: { isPublished: boolean }): Promise<boolean>;
  /** Writes pending changes of the draft and opens the dialog of a conflict. True if all changes are stored. */
  saveDraft(): Promise<boolean>;
  /** Returns to the published version; can be undone. */
  discardDraft(): Promise<void>;
  /** Whether the form is valid for publishing; shows the errors of invalid fields. */
  isPublishable(): boolean;
  /** Submits the draft for review with a message to the reviewer, or withdraws it. */
  askReview(step: Exclude<ReviewStep, { type: 'return' }>): Promise<void>;
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
