import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { firestoreRoles, firestoreDrafts } from '@frontage/pipeline/firestore';
import { startPipelineServer } from '@frontage/pipeline/server';
import { openPipeline } from '@frontage/pipeline';
import { type Failure, failureFrom, isFailure } from '../runtime/failure.ts';
import { openFirebase } from '../target/firebase.ts';
import { isEmbedded } from '../target/local-project.ts';
import { refuseChangedKinds, storeDeployedKinds } from '../content/deployed-kinds.ts';
import { findLostContent, projectRecovery } from '../target/lost-content.ts';
import { type Presenter, presentPipelineEvent } from '../runtime/present.ts';
import type { Flags } from '../options.ts';
import { openState } from '../target/history.ts';
import { readTarget } from '../target/publishing-target.ts';
import { waitForShutdown } from '../runtime/shutdown-signal.ts';
import { compileTemplates } from './compile.ts';

type Event = { event: string; message?: string } & Record<string, unknown>;

const severities: Record<string, 'INFO' | 'WARNING' | 'ERROR'> = {
  problem: 'WARNING',
  warning: 'WARNING',
  'notices-delayed': 'WARNING',
  missed: 'WARNING',
  superseded: 'WARNING',
  'releases-lost': 'ERROR',
  'snapshot-failed': 'WARNING',
  'prune-failed': 'WARNING',
  'health-failed': 'WARNING',
  'index-failed': 'WARNING',
  'thread-ended': 'WARNING',
  'outlet-failed': 'ERROR',
  'publish-failed': 'ERROR',
  failed: 'ERROR',
};

/**
 * Formats an event as one line of JSON for log collectors. `severity`, `time` and `message` have their meaning in Cloud
 * Logging; the other fields are those of the event.
 * @see https://cloud.google.com/logging/docs/structured-logging
 */
function structuredLine(event: Event, { text, at }: { text?: string | undefined; at: Date }): string {
  const { message = text ?? event.event, ...rest } = event;
  return JSON.stringify({
    severity: severities[event.event] ?? 'INFO',
    time: at.toISOString(),
    message,
    ...rest,
  });
}

interface FollowOptions {
  /** Starts following the content. Rejects if there is no release and none can be created. */
  follow: () => Promise<void>;
  /** Called for each failure. The next attempt starts after `retryInMs`. */
  onFailure: (error: unknown, retryInMs: number) => void;
  /** Delay before the second attempt. Each further delay is twice as long, up to a minute. */
  firstDelayMs?: number;
}

const maxDelayMs = 60_000;

/**
 * Calls `follow` until it succeeds: a service must recover without a manual restart when its source becomes reachable.
 */
export async function followWithRetry({ follow, onFailure, firstDelayMs = 1_000 }: FollowOptions): Promise<void> {
  for (let delay = firstDelayMs; ; delay = Math.min(maxDelayMs, delay * 2)) {
    try {
      await follow();
      return;
    } catch (error) {
      onFailure(error, delay);
      await pause(delay);
    }
  }
}

/** Milliseconds for running work to finish at shutdown: platforms kill a container after ten seconds. */
const shutdownTimeoutMs = 9_000;

/** Runs the pipeline as a service: hints, sweep, releases and outlets, until a shutdown signal. */
export async function runService(flags: Flags): Promise<Failure> {
  const stopped = waitForShutdown();
  const presenter = structured();
  const secret = process.env['PUBLISH_WEBHOOK_SECRET'];
  if (!secret) {
    const next = 'Set it to the secret the functions sign with: whsec_ and base64 of 32 random bytes';
    return { what: 'PUBLISH_WEBHOOK_SECRET is not set', next };
  }
  const warn = (message: string): void => presenter.show({ event: 'warning', message });
  const target = readTarget(flags.project, warn);
  if (isFailure(target)) return target;
  const firebase = openFirebase(target.project);
  const state = await stateOf(flags.state, { storage: firebase.storage, buckets: target.buckets, warn });
  if (isFailure(state)) return state;

  const dataDir = resolve(flags.data);
  const compiled = await compileTemplates(flags, presenter, target.siteSettings);
  const pipeline = await openPipeline({
    dataDir: join(dataDir, 'serve', target.project),
    firestore: firebase.firestore,
    storage: firebase.storage,
    buckets: target.buckets,
    config: target.config,
    compiled,
    checksExternalLinks: !isEmbedded(target.project),
    ...(state && { state }),
    ...(target.outlet && { outlet: target.outlet }),
    log: (event) => presentPipelineEvent(event, presenter),
  });
  const server = await startPipelineServer({
    pipeline,
    secret,
    ...(process.env['STATUS_TOKEN'] && { statusToken: process.env['STATUS_TOKEN'] }),
    staff: {
      previews: pipeline.previews,
      index: pipeline.index,
      health: pipeline.health,
      adminOrigin: target.config.adminOrigin,
      drafts: firestoreDrafts(firebase.firestore),
      accounts: firestoreRoles(firebase.firestore),
      siteHeaders: target.siteHeaders,
    },
    // A platform that sets PORT forwards requests to the container's address, so the server listens on all interfaces.
    host: process.env['PORT'] ? '0.0.0.0' : flags.host,
    port: flags.port,
    log: warn,
  });
  presenter.show({ event: 'ready', project: target.project, port: server.port });
  const onFailure = (error: unknown, retryInMs: number): void => {
    const { what, next } = failureFrom(error, dataDir);
    pipeline.cannotFollow(error);
    presenter.show({ event: 'failed', what, next, message: what, retryInMs });
  };
  const place = projectRecovery(target.project, flags.state ?? dataDir);
  const { promise: lost, resolve: reportLoss } = Promise.withResolvers<Failure>();
  const follow = async (): Promise<void> => {
    const found = (await findLostContent(firebase, pipeline, place)) ?? (await refuseChangedKinds(firebase.firestore));
    if (found) return reportLoss(found);
    await pipeline.follow();
    await storeDeployedKinds(firebase.firestore);
  };
  void followWithRetry({ follow, onFailure });
  const failure = await Promise.race([stopped, lost]);
  if (failure) presenter.fail(failure);
  presenter.show({ event: 'stopping' });
  // Both stop concurrently, so that a slow request does not use up the time that a delivery needs.
  const isInTime = await within(shutdownTimeoutMs, Promise.all([server.stop(), pipeline.close()]));
  if (!isInTime) warn('Shutdown timed out. The next start resumes the unfinished work');
  process.exit(failure ? 2 : 0);
}

function structured(): Presenter {
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  const show: Presenter['show'] = (event, text) => write(structuredLine(event, { text, at: new Date() }));
  return {
    show,
    warn: show,
    progress: show,
    rewrite: show,
    fail: (failure) =>
      write(structuredLine({ event: 'failed', ...failure, message: failure.what }, { at: new Date() })),
  };
}

interface StateNeeds {
  storage: ReturnType<typeof openFirebase>['storage'];
  buckets: Record<string, string>;
  warn: (message: string) => void;
}

async function stateOf(state: string | undefined, { storage, buckets, warn }: StateNeeds) {
  if (state !== undefined) return openState(state, { storage, uploadBuckets: Object.values(buckets) });
  if (process.env['PORT']) {
    warn(
      'Without --state this container loses everything when it stops: release numbers, history, pins and the last valid ' +
        'version of documents. Name a private bucket: --state gs://BUCKET/PREFIX',
    );
  }
  return null;
}

async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve: timeOut } = Promise.withResolvers<false>();
  const timer = setTimeout(() => timeOut(false), ms);
  const isInTime = await Promise.race([work.then(() => true), promise]);
  clearTimeout(timer);
  return isInTime;
}
