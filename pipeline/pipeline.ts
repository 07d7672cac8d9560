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
import { openStore } from './adapters/disk/store.ts';
import { firestoreNotices } from './adapters/firestore/notices.ts';
import { firestoreSource } from './adapters/firestore/source.ts';
import { openImageLibrary, type UploadSource } from './adapters/images/library.ts';
import { storageUploads } from './adapters/images/storage-uploads.ts';
import { operatePipeline, type Writing } from './operate.ts';
import type { Plan } from './plan/plan.ts';
import type { Outcome } from './publisher.ts';
import type { LiveRelease } from './release/live.ts';
import type { NoticeSink } from './release/outbox.ts';
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
  /** How many releases are kept; 50 unless told otherwise, at least 2. */
  retain?: number;
  /** Takes Firestore's and Storage's place, in tests and elsewhere. */
  ports?: { source?: ContentSource; notices?: NoticeSink; uploads?: UploadSource; now?: () => Date; patience?: number };
}

export type PipelineEvent =
  | ({ event: 'release' } & ReleaseCounts)
  /** A document, or one field of it, is left out. */
  | ({ event: 'problem' } & Problem)
  /** A publish could not be carried out; the live release stays and it is tried again. */
  | { event: 'publish-failed'; message: string; retryInMs: number }
  /** Firestore cannot be told what is live; it is tried again. */
  | { event: 'notices-delayed'; message: string }
  /** Reading everything found changes that neither a hint nor a sweep had told of. */
  | { event: 'missed'; documents: string[] };

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
  /** Writes the live release as plain files. */
  exportTo(folder: string): Promise<void>;
  status(): PipelineStatus;
  /** Goes over to another compilation of the templates. */
  useCompiled(compiled: CompiledSite): Promise<Outcome>;
  /** Finishes what is running and lets the folder go. */
  close(): Promise<void>;
}

const keptReleases = 50;
// Longer than the images of an ordinary edit take; what one document asks for beyond that, others do not wait for.
const imagePatience = 2_000;
const minute = 60_000;

/** Opens the pipeline on a folder. */
export async function openPipeline(options: PipelineOptions): Promise<Pipeline> {
  const { dataDir, firestore, storage, config, ports = {} } = options;
  const store = openStore(dataDir);
  const blobs = openBlobs(`${dataDir}/blobs`);
  const uploads = ports.uploads ?? (storage && storageUploads(storage));
  const buckets = new Set(Object.values(options.buckets));

  const beginWriting = async (stored: () => Site): Promise<Writing | null> => {
    const lock = lockFile(join(dataDir, 'writer.lock'));
    if (!lock) return null;
    const site = await recover({ dataDir, store, blobs, buckets, stored });
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
      blobs,
      config,
      retain: Math.max(2, options.retain ?? keptReleases),
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
