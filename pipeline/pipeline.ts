import { randomUUID } from 'node:crypto';
import type { Firestore } from 'firebase-admin/firestore';
import type { Storage } from 'firebase-admin/storage';
import type { SiteConfig } from '@frontage/model/content';
import { openRenderer } from './adapters/astro/render.ts';
import { openParserThread } from './adapters/threads/parser-thread.ts';
import { indexStore } from './adapters/threads/open-index.ts';
import { openThreads } from './adapters/threads/open-threads.ts';
import { hashBytes, DiskBlobs } from './adapters/disk/blobs.ts';
import { readAssets } from './adapters/disk/read-assets.ts';
import { localHistoryId } from './adapters/disk/history-id.ts';
import { lockForWriting } from './adapters/disk/write-lock.ts';
import { openSharedFolder } from './adapters/disk/open-shared.ts';
import { openHealthStore } from './adapters/disk/health-store.ts';
import { DiskStore } from './adapters/disk/store.ts';
import { firestoreNotices, firestoreSource } from './adapters/firestore/source.ts';
import { openRequester } from './adapters/health/request-address.ts';
import { openValidator } from './adapters/health/open-validator.ts';
import { openImageLibrary, type UploadSource } from './adapters/images/library.ts';
import { storageUploads } from './adapters/images/storage-uploads.ts';
import type { PackedHashes } from './adapters/hosting/version.ts';
import { openLease, permanentLease } from './outlets/lease.ts';
import { openLog } from './log/log.ts';
import type { Objects } from './log/objects.ts';
import { openEngine } from './engine/engine.ts';
import type { NoticeSink } from './status/outbox.ts';
import type { Outlet } from './outlets/follow-outlet.ts';
import type { HealthPorts } from './health/site-health.ts';
import type { CompiledSite } from './render/renderer.ts';
import { storedImages } from './sync/image-library.ts';
import type { ContentSource } from './sync/source.ts';
import { openTextScreen } from './sync/text-screen.ts';
import type { Pipeline } from './engine/pipeline-interface.ts';
import { reasonOf, type PipelineEvent } from './status/events.ts';

export type { PipelineStatus } from './engine/pipeline-interface.ts';
export type { LiveFile, LiveRelease } from './release/live.ts';
export type { Outcome } from './site/step.ts';
export type { ReleaseStore } from './site/store.ts';
export type { CompiledSite, Objects, Pipeline, PipelineEvent };

export interface PipelineOptions {
  /** The folder with the pipeline's entire state. One process at a time may write to it; others may read it. */
  dataDir: string;
  /** Null to work with the stored content only, for `verify`, `exportTo`, `releases` and `rollback`. */
  firestore: Firestore | null;
  storage: Pick<Storage, 'bucket'> | null;
  /** Real bucket names, by the names used in the product. */
  buckets: Record<string, string>;
  config: SiteConfig;
  compiled: CompiledSite;
  log: (event: PipelineEvent) => void;
  /** Milliseconds between two sweeps; a minute by default. */
  sweepEvery?: number;
  /** Object storage with the commits that several machines share; absent if `dataDir` holds the only copy. */
  state?: Objects;
  /** Opens the delivery target that serves visitors; absent if this machine serves them. */
  outlet?: (memory: OutletMemory) => Outlet;
  /** Number of releases kept: 50 by default, at least 2. */
  retain?: number;
  /** Whether links to other sites are checked every week; by default on request only. */
  checksExternalLinks?: boolean;
  /** For template development: a release made now is not kept, because the next one replaces it. */
  isPassing?: boolean;
  /** Replaces Firestore, Storage and other adapters, for example in tests. */
  ports?: {
    source?: ContentSource;
    notices?: NoticeSink;
    uploads?: UploadSource;
    now?: () => Date;
    patience?: number;
    threads?: typeof openThreads;
    preemptThreshold?: number;
    exactUpTo?: number;
    health?: Partial<HealthPorts>;
  };
}

/** State that an outlet keeps between deliveries. */
export interface OutletMemory {
  packed: PackedHashes;
  /** Identifies this release history. */
  history: string;
}

/** Number of releases kept by default. */
export const keptReleases = 50;
// Milliseconds a step waits for images: longer than those of an ordinary edit take. After that, the images of one
// document must not delay other documents.
const imagePatience = 2_000;
// A step with fewer pages is rendered faster than a person notices, so it is not preempted.
const preemptThreshold = 100;
const minute = 60_000;
const week = 7 * 24 * 60 * minute;
// Milliseconds between two requests of the check of links to one other site.
const requestDelay = 1_000;
// An edit through the survivor of a killed process waits for its lease. The lease is renewed when half of it is left.
const leaseDuration = 4_000;

/** Opens the pipeline on `dataDir` with its adapters. */
export async function openPipeline(options: PipelineOptions): Promise<Pipeline> {
  const { dataDir, firestore, storage, config, ports = {} } = options;
  const retain = Math.max(2, options.retain ?? keptReleases);
  const onDisk = new DiskBlobs(`${dataDir}/blobs`);
  const { store, shared, history } = options.state
    ? await openSharedFolder({
        dataDir,
        log: openLog(options.state),
        blobs: onDisk,
        retain,
        onFailure: (error) => options.log({ event: 'snapshot-failed', ...reasonOf(error) }),
      })
    : { store: new DiskStore(dataDir), shared: null, history: localHistoryId(dataDir) };
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
      : permanentLease,
  };
  const uploads = ports.uploads ?? (storage && storageUploads(storage));
  const buckets = new Set(Object.values(options.buckets));

  const previewParser = openParserThread();
  return openEngine(
    {
      store,
      shared,
      outlet: outlet ?? null,
      blobs,
      config,
      retain,
      preemptThreshold: ports.preemptThreshold ?? preemptThreshold,
      ...(ports.exactUpTo !== undefined && { exactUpTo: ports.exactUpTo }),
      isPassing: options.isPassing ?? false,
      now: ports.now ?? (() => new Date()),
      source: ports.source ?? (firestore && firestoreSource(firestore)),
      screen: openTextScreen({ content: openParserThread(), previews: previewParser }),
      staffIndex: indexStore(dataDir),
      notices: ports.notices ?? (firestore && firestoreNotices(firestore)),
      beginWriting: () => lockForWriting({ dataDir, store, blobs }),
      patience: ports.patience ?? imagePatience,
      openImages: (kept, known) =>
        uploads ? openImageLibrary({ uploads, buckets, blobs: kept, known }) : storedImages(buckets, known),
      loadTemplates: async (compiled, keep) => ({
        renderer: await openRenderer(compiled),
        threads: (ports.threads ?? openThreads)({
          templates: new URL('./adapters/astro/render.ts', import.meta.url).href,
          compiled,
          onEnd: (error) => options.log({ event: 'thread-ended', ...reasonOf(error) }),
        }),
        assets: await readAssets(compiled.clientDir, keep),
      }),
      hash: hashBytes,
      log: options.log,
      sweepEvery: options.sweepEvery ?? minute,
      health: {
        store: openHealthStore(dataDir),
        readInThread: previewParser.readPage,
        validator: openValidator(),
        request: openRequester({ origin: config.origin }),
        requestDelay,
        externalEvery: options.checksExternalLinks ? week : null,
        ...ports.health,
      },
    },
    options.compiled,
  );
}
