import type { Problem } from '@frontage/model/build-state';
import type { ContentState, DocumentChange } from '../sync/content-state.ts';
import type { ReleaseCounts } from './store.ts';
import type { PreviousManifest } from './site.ts';

/** The input of one step. */
export interface Step {
  content: ContentState;
  changes: readonly DocumentChange[];
  /** Documents that were read again for a step that preempted this one: their newer versions replace `changes`. */
  readAgain?: ReadonlySet<string>;
  /** When the first hint arrived, by `performance.now()`. */
  since: number;
  /** Compares everything, not only routes affected by the changes. */
  isFull: boolean;
  /** The earlier release to pin the site to. Null unpins the site; undefined keeps its state. */
  pin?: PreviousManifest | null;
  /** Whether the step is postponed if it is so long that edits would wait for it. */
  isPostponable?: boolean;
}

export interface Outcome {
  /** Null if no file changed. */
  release: ReleaseCounts | null;
  problems: Problem[];
}

/** The result of a step. */
export interface StepOutcome extends Outcome {
  /** The number of rendered routes. */
  rendered: number;
}
