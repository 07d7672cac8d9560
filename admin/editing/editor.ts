import type { Notice } from '@frontage/model/messages';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { Savable } from '@frontage/model/kinds';
import type { Base } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import type { FieldDifference, Values } from './conflict/compare-fields.ts';
import type { KeptDraft } from '../lib/documents/draft.ts';
import type { EditedDraft } from './draft/use-draft.ts';
import type { UnsavedKeeper } from './unsaved/use-unsaved-edit.ts';
import type { SaveStatus } from './save/save-status.ts';
import type { Prepared } from './save/prepared.ts';

/** What an edit starts from. */
export interface Origin<Input> {
  /** For a new document, the id it will get. */
  id: string;
  /** Null while the document has never been saved. */
  base: Base | null;
  values: Input;
  /** ISO moment of the save it stands for; null while there was none. */
  savedAt: string | null;
  /** Whether what stood at `base` is not known any more: `values` is then what stands there now. */
  isBaseLost?: boolean;
}

/** A field that is not as it must be, and why. */
export interface Lack {
  field: string;
  message: string;
}

export interface EditorSetup<Input extends FieldValues, Fields extends object> {
  kind: Savable;
  form: UseFormReturn<Input, unknown, Fields>;
  start: Origin<Input>;
  /** Whether this person may keep a working copy beside what is live, and the one that was there when the screen opened. */
  draft: { mayDraft: boolean; start: KeptDraft | null };
  /** What values must be to be published on top of `base`. The same function at every drawing. */
  schema: (base: Base | null) => z.ZodType<Fields, Input>;
  /** What people call it. */
  nameOf(values: Input): string;
  /** Somebody else's version as form values, to compare with. */
  valuesOf(theirs: Data, embed: string | null): { values: Input; base: Base };
  /** What is written for the form's output, where that is not its fields. Rejects with words for staff when it cannot be made. */
  prepare?(fields: Fields, origin: Origin<Input>): Promise<Prepared>;
  /** Whether visitors see a document with these values. */
  isPublic(values: Input): boolean;
  /** Fields that must never be kept in this browser. */
  secretFields?: readonly Path<Input>[];
  notices: { created: Notice; updated: Notice; failed(reason: string): Notice };
  onSaved(wasNew: boolean): void;
}

/** A version that somebody else saved, as form values. */
export interface Theirs<Input> {
  values: Input;
  base: Base;
  /** What its author is called. */
  who: string;
  /** ISO moment. */
  at: string;
}

/** Somebody else's version that mine meets, as it stood when they met. */
export interface Conflict<Input> {
  /** Null when they deleted the document. */
  theirs: Theirs<Input> | null;
  mine: Input;
  differences: readonly FieldDifference[];
}

export interface Editor<Input extends FieldValues, Fields> {
  form: UseFormReturn<Input, unknown, Fields>;
  origin: Origin<Input>;
  /** What people call a document with these values. */
  nameOf(values: Input): string;
  isDirty: boolean;
  status: SaveStatus;
  unsaved: UnsavedKeeper;
  draft: EditedDraft;
  /** What keeps the draft from being published. */
  lacks: readonly Lack[];
  /** Somebody else's newer version of which this person must choose what to keep. */
  conflict: Conflict<Input> | null;
  /** Whether leaving would leave something behind that only this browser has. */
  mustAskBeforeLeaving(): boolean;
  /** Keeps what was typed on the server; false where that is not possible, or not done. */
  settle(): Promise<boolean>;
  /** Validates and saves, on demand so that visitors see it or no longer do; true when saved. */
  save(change?: { isPublished: boolean }): Promise<boolean>;
  /** Keeps what was typed as a draft; true when the server has it. */
  saveDraft(): Promise<boolean>;
  /** Back to what is live, with a way to undo that. */
  discardDraft(): Promise<void>;
  /** Asks for the draft to be published, or takes that back. */
  askReview(step: 'submit' | 'withdraw'): Promise<void>;
  /** Goes on with what an earlier session left behind. */
  restoreUnsaved(): void;
  /** Gives up what was typed, which this browser keeps all the same, under the name that is returned. */
  discard(): string;
  /** Goes on with what was given up and still stands in the form. */
  resume(): void;
  /**
   * Reads what is stored and takes somebody else's changes into the form. False where both changed the same, which is asked.
   */
  meetTheirs(): Promise<boolean>;
  takeTheirs(): void;
  /** Puts these values into the form, unsaved. */
  typeOver(values: Input): void;
  /** A stored version of the document as form values; a demo's embed code is null for who may not see it. */
  valuesOf(data: Data, embed: string | null): Input;
  /** Saves these values over the newer version. */
  keepValues(values: Values): Promise<boolean>;
  closeConflict(): void;
}
