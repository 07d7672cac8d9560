import type { PipelineState, Problem } from '@frontage/model/build-state';
import type { PlanAnswer } from '@frontage/model/preview';
import type { Previews } from '../preview/previews.ts';
import type { LiveRelease } from '../release/live.ts';
import type { ReleasePlan } from '../release/plan-release.ts';
import type { Outcome } from '../release/step.ts';
import type { ReleaseRecord } from '../release/store.ts';
import type { CompiledSite } from '../render/renderer.ts';

export interface ReleaseSummary extends Omit<ReleaseRecord, 'asOf'> {
  live: boolean;
}

export interface PipelineStatus {
  /** `unreachable`: Firestore does not answer; the live release stays. */
  state: PipelineState['state'];
  release: string | null;
  /** Id of the release the site is pinned to. */
  pinned: string | null;
  /** Documents that wait to be published. */
  waiting: number;
  /** Identifies the compiled site. */
  templates: string;
  /** Identifies the compiled site that made the newest commit; null before the first. */
  liveTemplates: string | null;
  /** What does not work just now: reading, publishing, delivering or telling Firestore. */
  failure: string | null;
  /** What an operator does about it, where that is known. */
  next: string | null;
  problems: Problem[];
}

/** Content to releases. Writing methods run one after another; reading ones return at any time. */
export interface Pipeline {
  /** The release that is live now; null before the first. */
  live(): LiveRelease | null;
  /** How many documents it is made of. */
  documents(): number;
  /** Reads all content and makes the site what it asks for. */
  reconcile(): Promise<Outcome>;
  /**
   * Makes the site what content asks for and keeps it so until the pipeline is closed, hints or none: reads what changed
   * since the last time, again and again, and everything once a day. Fails when there is no release and none can be made.
   */
  follow(): Promise<void>;
  /** Notes why it cannot be followed yet, for the status. */
  cannotFollow(error: unknown): void;
  /**
   * Reads these documents, or everything while there is no release, and makes the site what they ask for. By its id `hint` is
   * found again in what is reported.
   */
  publish(documents: readonly string[], hint?: string): Promise<Outcome>;
  /** What `reconcile` would do, and what visitors would find changed by it. */
  plan(): Promise<ReleasePlan & { told: PlanAnswer }>;
  /** What would be shown of content that is not published. */
  previews: Previews;
  /**
   * Whether the live release is byte for byte what a build from scratch gives, and where it is not. Documents and images
   * are read anew where there is a source; throws where it is out of reach.
   */
  verify(): Promise<{ identical: boolean; differing: string[] }>;
  /** Makes files of the live release anew whose bytes are damaged or missing; returns the paths. */
  repair(): Promise<{ repaired: string[]; left: string[] }>;
  /** Newest first. */
  releases(): ReleaseSummary[];
  /** Shows an earlier release, less what has been withdrawn since, and stays there until `unpin`. */
  rollback(id: string): Promise<Outcome>;
  /** Follows content again. */
  unpin(): Promise<Outcome>;
  /** Waits until visitors have the newest release. @throws what its delivery fails with; it is tried again until `close`. */
  arrived(): Promise<void>;
  /** Writes the live release as plain files. */
  exportTo(folder: string): Promise<void>;
  status(): PipelineStatus;
  /** What it has done since it was opened, and how it is, in the text format of Prometheus. */
  metrics(): Promise<string>;
  /** Goes over to another compilation of the templates. */
  useCompiled(compiled: CompiledSite): Promise<Outcome>;
  /** Finishes what is running and lets the folder go. */
  close(): Promise<void>;
}
