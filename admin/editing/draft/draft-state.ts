import type { Draft } from '@frontage/model/draft';
import type { Base } from '@frontage/model/writes/plan-save';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import type { FailureReason } from '../../lib/errors.ts';
import type { FieldDifference, Values } from '../conflict/compare-fields.ts';

/** The base of an edit. */
interface EditBase<Input> {
  id: string;
  base: Base | null;
  values: Input;
}

/** The functions of the editor that the draft synchronization calls. */
export interface DraftPorts<Input> {
  /** Whether this user may store a draft of the document. */
  mayDraft(): boolean;
  /** The name of this user. */
  name(): string;
  /** Called when the rules deny a write. The name may have been changed in another window. */
  onDenied(): void;
  /** The current base of the edit. */
  origin(): EditBase<Input>;
  /** The values of the form without secrets. */
  typed(): Input;
  /** Sets the fields of the form that differ. */
  put(values: Input): void;
  /** Merges a newer live version into the form. */
  mergeLive(): Promise<void>;
  /** Called when every change is on the server. */
  onKept(): void;
  /** Called when changes of another user were merged into the form. */
  onMerged(theirs: Draft): void;
}

/** A conflict with a draft of another user that changes the same fields. */
interface DraftClash {
  theirs: KeptDraft;
  mine: Values;
  differences: readonly FieldDifference[];
  /** Whether the dialog is open; before that, a notice announces the clash. */
  isShown: boolean;
}

export interface DraftState {
  /** The stored draft; null without one. */
  kept: KeptDraft | null;
  /** Whether some changes are not on the server. */
  isPending: boolean;
  /** The reason if the last write failed. */
  failure: FailureReason | null;
  clash: DraftClash | null;
}
