import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Firestore } from 'firebase-admin/firestore';
import type { Storage } from 'firebase-admin/storage';
import type { PipelineState, Problem } from '@frontage/model/build-state';
import type { SiteConfig } from '@frontage/model/content';
import { openRenderer } from './adapters/astro/render.ts';
import { hashBytes, openBlobs } from './adapters/disk/blobs.ts';
import { lockFile } from './adapters/disk/lock.ts';
import { readAssets } from './adapters/disk/read-assets.ts';
import { endCleanly, recover } from './adapters/disk/recover.ts';
import { ownHistory } from './adapters/disk/own-history.ts';
import { openSharedFolder } from './adapters/disk/open-shared.ts';
import { openStore } from './adapters/disk/store.ts';
import { firestoreNotices } from './adapters/firestore/notices.ts';
import { firestoreSource } from './adapters/firestore/source.ts';
import { openImageLibrary, type UploadSource } from './adapters/images/library.ts';
import { storageUploads } from './adapters/images/storage-uploads.ts';
import type { PackedHashes } from './adapters/hosting/version.ts';
import { openLease, ownLease } from './log/lease.ts';
import { openLog } from './log/log.ts';
import type { Objects } from './log/objects.ts';
import { operatePipeline, type Writing } from './operate.ts';
import type { Plan } from './plan/plan.ts';
import type { Outcome } from './publisher.ts';
import type { LiveRelease } from './release/live.ts';
import type { NoticeSink } from './release/outbox.ts';
import type { Outlet } from './release/outlet.ts';
import type { ReleaseCounts } from './release/record.ts';
import type { Site } from './release/site.ts';
import type { ReleaseRecord } from './release/store.ts';
import type { CompiledSite } from './render/renderer.ts';
import { storedImages } from './sync/image-library.ts';
import type { ContentSource } from './sync/source.ts';

export type { CompiledSite, LiveRelease, Outcome, Plan, Problem };

export interface PipelineOptions {
  /** Everything the pipeline remembers lies here. One process writes to it at a time; others may read. */
  dataDir: string;
  /** Null to work from what was read before: `verify`, `exportTo`, `releases`, `rollback`. */
  firestore: Firestore | null;
  storage: Storage | null;
  /** Real names of our own buckets by their names in the product. */
  buckets: Record<string, string>;
  config: SiteConfig;
  compiled: CompiledSite;
  log: (event: PipelineEvent) => void;
  /** Milliseconds between two looks at what has changed; a minute unless told otherwise. */
  sweepEvery?: number;
  /** Where commits are made durable for every machine; absent where this folder is the truth. */
  state?: Objects;
  /** Where visitors are served from; absent where that is this machine. */
  outlet?: (memory: OutletMemory) => Outlet;
  /** How many releases are kept; 50 unless told otherwise, at least 2. */
  retain?: number;
  /** While templates are worked on: a release made now is not kept, the next one takes its place. */
  isPassing?: boolean;
  /** Takes Firestore's and Storage's place, in tests and elsewhere. */
  ports?: { source?: ContentSource; notices?: NoticeSink; uploads?: UploadSource; now?: () => Date; patience?: number };
}

/** What an outlet knows of earlier deliveries. */
export interface OutletMemory {
  packed: PackedHashes;
  /** Tells this history of releases from others. */
  history: string;
}

export type PipelineEvent =
  | ({ event: 'release' } & ReleaseCounts)
  /** A document, or one field of it, is left out. */
  | ({ event: 'problem' } & Problem)
  /** After each image of the first release: how many of how many are prepared. */
  | { event: 'image'; seen: number; total: number }
  /** A publish could not be carried out; the live release stays and it is tried again. */
  | { event: 'publish-failed'; message: string; retryInMs: number }
  /** Firestore cannot be told what is live; it is tried again. */
  | { event: 'notices-delayed'; message: string }
  /** Reading everything found changes that neither a hint nor a sweep had told of. */
  | { event: 'missed'; documents: string[] }
  /** A process that was started later publishes with other templates: this one leaves it to that. */
  | { event: 'superseded'; message: string }
  /** The log's history could not be shortened; it is tried again. */
  | { event: 'snapshot-failed'; message: string }
  /** Visitors have a release. */
  | { event: 'live'; outlet: string; release: string }
  /** Visitors could not be given a release; they keep what they have, and it is tried again. */
  | { event: 'outlet-failed'; outlet: string; message: string; retryInMs: number };

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
  /** Why the last publish was not carried out. */
  failure: string | null;
  problems: Problem[];
}

/** Content to releases. Writing methods run one after another; reading ones answer at any time. */
export interface Pipeline {
  /** The release that is live now; null before the first. */
  live(): LiveRelease | null;
  /** Reads all content and makes the site what it asks for. */
  reconcile(): Promise<Outcome>;
  /**
   * Makes the site what content asks for and keeps it so until the pipeline is closed, hints or none: reads what changed
   * since the last time, again and again, and everything once a day. Fails when there is no release and none can be made.
   */
  follow(): Promise<void>;
  /** Reads these documents and makes the site what they ask for. */
  publish(documents: readonly string[]): Promise<Outcome>;
  /** What `reconcile` would do. */
  plan(): Promise<Plan>;
  /**
   * Whether the live release is byte for byte what a build from scratch gives, and where it is not. Documents and images
   * are read anew where there is a source; throws where it is out of reach.
   */
  verify(): Promise<{ identical: boolean; differing: string[] }>;
  /** Makes files of the live release anew whose bytes are damaged or missing; answers the paths. */
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
  /** Goes over to another compilation of the templates. */
  useCompiled(compiled: CompiledSite): Promise<Outcome>;
  /** Finishes what is running and lets the folder go. */
  close(): Promise<void>;
}

/** How many releases are kept. */
export const keptReleases = 50;
// Longer than the images of an ordinary edit take; what one document asks for beyond that, others do not wait for.
const imagePatience = 2_000;
const minute = 60_000;
const leaseDuration = 10_000;

/** Opens the pipeline on a folder. */
export async function openPipeline(options: PipelineOptions): Promise<Pipeline> {
  const { dataDir, firestore, storage, config, ports = {} } = options;
  const retain = Math.max(2, options.retain ?? keptReleases);
  const onDisk = openBlobs(`${dataDir}/blobs`);
  const { store, shared, history } = options.state
    ? await openSharedFolder({
        dataDir,
        log: openLog(options.state),
        blobs: onDisk,
        retain,
        onFailure: (error) => options.log({ event: 'snapshot-failed', message: String(error) }),
      })
    : { store: openStore(dataDir), shared: null, history: ownHistory(dataDir) };
  const blobs = shared?.blobs ?? onDisk;
  const outlet = options.outlet && {
    outlet: options.outlet({ packed: store.packed, history }),
    lease: options.state
      ? openLease({
          objects: options.state,
          name: 'outlet',
          holder: randomUUID(),
          duration: leaseDuration,
          now: () => Date.now(),
        })
      : ownLease,
  };
  const uploads = ports.uploads ?? (storage && storageUploads(storage));
  const buckets = new Set(Object.values(options.buckets));

  const beginWriting = async (stored: () => Site): Promise<Writing | null> => {
    const lock = lockFile(join(dataDir, 'writer.lock'));
    if (!lock) return null;
    const site = await recover({ dataDir, store, blobs, buckets, isShared: shared !== null, stored });
    return {
      site,
      end: () => {
        endCleanly(dataDir);
        lock.unlock();
      },
    };
  };

  return operatePipeline(
    {
      store,
      shared,
      outlet: outlet ?? null,
      blobs,
      config,
      retain,
      isPassing: options.isPassing ?? false,
      now: ports.now ?? (() => new Date()),
      source: ports.source ?? (firestore && firestoreSource(firestore)),
      notices: ports.notices ?? (firestore && firestoreNotices(firestore)),
      beginWriting,
      patience: ports.patience ?? imagePatience,
      openImages: (kept, known) =>
        uploads ? openImageLibrary({ uploads, buckets, blobs: kept, known }) : storedImages(buckets, known),
      loadTemplates: async (compiled, keep) => ({
        renderer: await openRenderer(compiled),
        assets: await readAssets(compiled.clientDir, keep),
      }),
      hash: hashBytes,
      log: options.log,
      sweepEvery: options.sweepEvery ?? minute,
    },
    options.compiled,
  );
}
