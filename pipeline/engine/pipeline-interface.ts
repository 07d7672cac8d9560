import type { PipelineState, Problem } from '@frontage/model/build-state';
import type { PlanAnswer } from '@frontage/model/preview';
import type { HealthPorts, SiteHealth } from '../health/site-health.ts';
import type { Previews } from '../preview/previews.ts';
import type { LiveRelease } from '../release/live.ts';
import type { ReleasePlan } from '../site/simulate-site.ts';
import type { Outcome } from '../site/step.ts';
import type { LostReleases, ReleaseRecord } from '../site/store.ts';
import type { CompiledSite } from '../render/renderer.ts';
import type { Lease } from '../outlets/lease.ts';
import type { Outlet } from '../outlets/follow-outlet.ts';
import type { WriterPorts } from '../release/writer.ts';
import type { IndexStore } from '../staff-index/index-threads.ts';
import type { StaffSearch } from '../staff-index/staff-index.ts';
import type { ContentSource } from '../sync/source.ts';
import type { TextScreen } from '../sync/text-screen.ts';

interface ReleaseSummary extends Omit<ReleaseRecord, 'asOf'> {
  live: boolean;
}

export interface PipelineStatus {
  /** `unreachable`: Firestore does not answer; the live release stays. */
  state: PipelineState['state'];
  release: string | null;
  /** Id of the release the site is pinned to. */
  pinned: string | null;
  /** Documents waiting to be published. */
  waiting: number;
  /** Identifies the compiled site. */
  templates: string;
  /** Identifies the compiled site that made the newest commit; null before the first. */
  liveTemplates: string | null;
  /** The current failure: reading, publishing, delivering or reporting to Firestore. */
  failure: string | null;
  /** The remedy, if known. */
  next: string | null;
  problems: Problem[];
}

/** Publishes content as releases. Methods that write run one at a time; methods that read return at any time. */
export interface Pipeline {
  /** The release that is live now; null before the first. */
  live(): LiveRelease | null;
  /** Number of documents in the content of the site. */
  documents(): number;
  /** The announced releases that the store has lost; null if it has all. No release is live until the next one. */
  lost(): LostReleases | null;
  /** Whether documents are being published or wait for it. */
  isPublishing(): boolean;
  /** Reads all content and publishes the changes. */
  reconcile(): Promise<Outcome>;
  /**
   * Publishes the content and follows it until the pipeline is closed, with or without hints: sweeps for changes
   * periodically, with a full scan once a day. Fails if there is no release and none can be made.
   *
   * `whenServed` is called before the first sweep if the stored release needs no change that is known yet: it is
   * complete, was made by these templates and this configuration, and its writer was shut down cleanly. The sweep waits
   * for the returned promise.
   */
  follow(whenServed?: () => Promise<void>): Promise<void>;
  /** Sets the error that the status reports while content cannot be followed yet. */
  cannotFollow(error: unknown): void;
  /**
   * Reads these documents, or everything before the first release, and publishes them. `hint` is an id that log events
   * of this call contain. `isBulk` marks documents of an import or another program: edits are published before
   * them. By default, more than 50 documents are bulk.
   */
  publish(documents: readonly string[], hint?: string, isBulk?: boolean): Promise<Outcome>;
  /** Returns the changes that `reconcile` would publish and their impact for visitors (`told`). Publishes nothing. */
  plan(): Promise<ReleasePlan & { told: PlanAnswer }>;
  /** Previews of unpublished content. */
  previews: Previews;
  /** The search of staff over all content and drafts. */
  index: StaffSearch;
  /** Checks of the live site: in the background while content is followed, else on request. */
  health: SiteHealth;
  /** The routes of pages that the newest release has added or changed; all if no earlier release is kept. */
  changedPages(): string[];
  /**
   * Compares the live release with a from-scratch build and returns the differing paths. Documents and images
   * are read again if there is a source; throws if it is unreachable. `isSameBuild`: the live release was made by the
   * templates and with the configuration of this pipeline; undefined if nothing differs.
   */
  verify(): Promise<{ identical: boolean; differing: string[]; isSameBuild?: boolean }>;
  /** Rebuilds damaged or missing files of the live release. Returns the rebuilt paths and the failed ones (`left`). */
  repair(): Promise<{ repaired: string[]; left: string[] }>;
  /** The kept releases, newest first. */
  releases(): ReleaseSummary[];
  /** Publishes an earlier release without documents withdrawn since. The site stays pinned to it until `unpin`. */
  rollback(id: string): Promise<Outcome>;
  /** Ends a rollback and publishes the current content. */
  unpin(): Promise<Outcome>;
  /** Waits until visitors have the newest release. @throws the delivery's error; delivery is retried until `close`. */
  arrived(): Promise<void>;
  /** Writes the live release as plain files. */
  exportTo(folder: string): Promise<void>;
  status(): PipelineStatus;
  /** Metrics since the pipeline was opened, in the text format of Prometheus. */
  metrics(): Promise<string>;
  /** Switches to another compilation of the templates and publishes the pages that it changes. */
  useCompiled(compiled: CompiledSite): Promise<Outcome>;
  /** Finishes running work and releases the folder. */
  close(): Promise<void>;
}

/** The pipeline's adapters. */
export interface Ports extends WriterPorts {
  /** The delivery target with its lease; null if this machine serves visitors. */
  outlet: { outlet: Outlet; lease: Lease } | null;
  /** Null to work with the stored content only. */
  source: ContentSource | null;
  screen: TextScreen;
  staffIndex: IndexStore;
  health: HealthPorts;
  /** Milliseconds between the end of a sweep and the start of the next one. */
  sweepEvery: number;
  /** Maximum number of characters of a site's first scan in memory; a hundred million by default. */
  maxBufferedChars?: number;
  /** Maximum number of pages rendered to find out whether they would change; `limits.plannedChanges` by default. */
  exactUpTo?: number;
}
