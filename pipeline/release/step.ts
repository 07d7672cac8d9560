import type { Problem } from '@frontage/model/build-state';
import type { ContentState, DocumentChange } from '../sync/content-state.ts';
import type { ReleaseCounts } from './record.ts';
import type { PreviousManifest } from './site.ts';

/** One step of the site. */
export interface Step {
  content: ContentState;
  changes: readonly DocumentChange[];
  /** When the first hint arrived, by `performance.now()`. */
  since: number;
  /** Compares everything, not only routes affected by the changes. */
  isFull: boolean;
  /** Goes back to an earlier release and stays there, or, when null, follows content again. */
  pin?: PreviousManifest | null;
}

export interface Outcome {
  /** Null when nothing visitors see has changed. */
  release: ReleaseCounts | null;
  problems: Problem[];
}

/** The result of a step. */
export interface Taken extends Outcome {
  /** Pages that were rendered for it. */
  rendered: number;
}
