import type { Notice } from '@frontage/model/messages';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { Kind, KindDocuments } from '@frontage/model/kinds';
import type { Base } from '@frontage/model/writes/plan-save';
import type { Values } from './conflict/compare-fields.ts';
import type { UnsavedKeeper } from './unsaved/use-unsaved-edit.ts';
import type { SaveStatus } from './save/save-status.ts';
import type { Prepared } from './save/use-save.ts';

/** What an edit starts from. */
export interface Origin<Input> {
  /** For a new document, the id it will get. */
  id: string;
  /** Null while the document has never been saved. */
  base: Base | null;
  values: Input;
}

export interface EditorSetup<K extends Kind, Input extends FieldValues, Fields> {
  kind: K;
  form: UseFormReturn<Input, unknown, Fields>;
  start: Origin<Input>;
  /** Somebody else's version as form values, to compare with. */
  valuesOf(theirs: KindDocuments[K], embed: string | null): { values: Input; base: Base };
  /** What is written for the form's output. Rejects with words for staff when it cannot be made. */
  prepare(fields: Fields, origin: Origin<Input>): Promise<Prepared>;
  /** Whether visitors see a document with these values. */
  isPublic(values: Input): boolean;
  /** Fields that must never be kept in this browser. */
  secretFields?: readonly Path<Input>[];
  notices: { created: Notice; updated: Notice; failed: Notice };
  onSaved(wasNew: boolean): void;
}

export interface Conflict<Input> {
  /** Null when they deleted the document. */
  theirs: { values: Input; base: Base; by: string; at: string } | null;
}

export interface Editor<Input extends FieldValues, Fields> {
  form: UseFormReturn<Input, unknown, Fields>;
  origin: Origin<Input>;
  isDirty: boolean;
  status: SaveStatus;
  unsaved: UnsavedKeeper;
  /** Somebody else's newer version that a save met. */
  conflict: Conflict<Input> | null;
  mustAskBeforeLeaving(): boolean;
  /** Validates and saves; true when saved. */
  save(): Promise<boolean>;
  /** Goes on with what an earlier session left behind. */
  restoreUnsaved(): void;
  /** Gives up what was typed. */
  discard(): void;
  takeTheirs(): void;
  /** Saves these values over the newer version. */
  keepValues(values: Values): Promise<boolean>;
  closeConflict(): void;
}
