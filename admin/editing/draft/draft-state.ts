import type { Draft } from '@frontage/model/draft';
import type { Base } from '@frontage/model/writes/plan-save';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import type { FailureReason } from '../../lib/failure-reasons.ts';
import type { FieldDifference, Values } from '../conflict/compare-fields.ts';

/** What an edit builds on. */
interface Ground<Input> {
  id: string;
  base: Base | null;
  values: Input;
}

/** What a keeper needs of the editor around it. */
export interface DraftPorts<Input> {
  /** Whether this person may keep a working copy of it. */
  mayDraft(): boolean;
  /** What this person is called. */
  name(): string;
  /** What the edit builds on at the moment. */
  origin(): Ground<Input>;
  /** What stands in the form, secrets aside. */
  typed(): Input;
  /** Puts what differs into the form. */
  put(values: Input): void;
  /** The live version moved: takes it into the form. */
  meetLive(): Promise<void>;
  /** Everything typed is on the server. */
  onKept(): void;
  /** Somebody else's changes came into the form. */
  onMerged(theirs: Draft): void;
}

/** What somebody else made of the same fields of a draft at the same time. */
export interface DraftClash {
  theirs: KeptDraft;
  mine: Values;
  differences: readonly FieldDifference[];
  /** Whether it is asked now; until then a notice says so. */
  isAsked: boolean;
}

export interface DraftState {
  /** As it is on the server; null where there is none. */
  kept: KeptDraft | null;
  /** Whether some of what is typed is not on the server. */
  isPending: boolean;
  /** Why it could not be written; null after a write that went well. */
  failure: FailureReason | null;
  clash: DraftClash | null;
}
