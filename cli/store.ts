import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startLocal } from '@frontage/local/start';
import { emulatorEnv } from '@frontage/local/emulator-env';
import { compileSite } from '@frontage/pipeline/adapters/astro/compile';
import { openStore } from '@frontage/pipeline/adapters/disk/store';
import { openPipeline, type Pipeline } from '@frontage/pipeline/pipeline';
import type { Store } from '@frontage/pipeline/release/store';
import { addressesOf, localBuckets, root, siteConfig } from './configuration.ts';
import { isFailure, type Failure } from './failure.ts';
import { openFirebase, type Firebase } from './firebase.ts';
import { hostedSiteConfig, readHosted, type Hosted } from './hosted.ts';
import type { Flags } from './flags.ts';
import { findRunning, type Running } from './instance.ts';
import { isEmbedded, refuseLocal } from './local-project.ts';
import { findLostContent } from './lost-content.ts';
import { makeFolder } from './make-folder.ts';
import { portsFrom } from './ports.ts';
import type { Presenter } from './present.ts';

// What is started for one command is for this process alone.
const loopback = '127.0.0.1';

/** The instance that runs on the data folder, if it runs; a failure where it serves another project. */
export function runningInstance({ data, project }: Flags): Running | Failure | null {
  if (!isEmbedded(project)) return null;
  const running = findRunning(resolve(data));
  if (!running || running.project === project) return running;
  return {
    what: `The instance that runs on ${resolve(data)} (process ${running.pid}) serves ${running.project}, not ${project}`,
    next: `Use --project ${running.project}, or another folder: --data DIR`,
  };
}

/**
 * Calls `use` with firebase-admin connected to the content: the running instance of the data folder, the folder's own
 * local Firestore and Storage started for the call, or hosted Firebase for a project that is not `demo-…`.
 */
export async function withFirebase<T>(
  flags: Flags,
  use: (firebase: Firebase, running: Running | null) => Promise<T>,
): Promise<T | Failure> {
  const stops: (() => Promise<void>)[] = [];
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  if (running) {
    const { firestore, storage } = addressesOf(running.ports, running.host);
    Object.assign(process.env, emulatorEnv(flags.project, { firestore, storage }));
  } else if (isEmbedded(flags.project)) {
    const refused = refuseLocal(flags.project);
    if (refused) return refused;
    makeFolder(resolve(flags.data));
    const local = await startLocal({
      project: flags.project,
      host: loopback,
      ports: { functions: 0, auth: 0, storage: 0, firestore: 0 },
      dataDir: join(resolve(flags.data), 'firebase'),
      firestoreRules: join(root, 'firestore.rules'),
      storageRules: join(root, 'storage.rules'),
      firestoreIndexes: join(root, 'firestore.indexes.json'),
      functions: {},
      only: ['firestore', 'storage'],
      log: () => undefined,
    });
    stops.push(() => local.stop());
    const at = (port: number) => `${loopback}:${port}`;
    Object.assign(
      process.env,
      emulatorEnv(flags.project, { firestore: at(local.ports.firestore), storage: at(local.ports.storage) }),
    );
  }
  const firebase = openFirebase(flags.project);
  stops.push(() => firebase.close());
  try {
    return await use(firebase, running);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Where the releases of a project lie. */
const siteFolder = ({ data, project }: Flags): string =>
  isEmbedded(project) ? join(resolve(data), 'site') : join(resolve(data), 'hosted', project);

const noRelease = (flags: Flags): Failure => ({
  what: `There is no release of ${flags.project} in ${resolve(flags.data)} yet`,
  next: isEmbedded(flags.project)
    ? 'Run: npm start, or: npx frontage build'
    : `Run: npm run deploy -- --project ${flags.project}`,
});

/** What the pipeline of the data folder remembers, without templates or content; also beside a running instance. */
export function readStore<T>(flags: Flags, read: (store: Store) => T): T | Failure {
  const folder = siteFolder(flags);
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  if (!existsSync(folder)) return noRelease(flags);
  const store = openStore(folder);
  try {
    return read(store);
  } finally {
    store.close();
  }
}

export interface PipelineUse {
  flags: Flags;
  presenter: Presenter;
  /** Null to work from what was read before. */
  firebase: Firebase | null;
}

/** Calls `use` with the pipeline of the data folder; without `firebase` it knows only what it has read before. */
export async function withPipeline<T>(
  { flags, presenter, firebase }: PipelineUse,
  use: (pipeline: Pipeline, hosted: Hosted | null) => Promise<T>,
): Promise<T | Failure> {
  if (!firebase && !existsSync(siteFolder(flags))) return noRelease(flags);
  const hosted = isEmbedded(flags.project) ? null : readHosted(flags.project);
  if (isFailure(hosted)) return hosted;
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  makeFolder(siteFolder(flags));
  const addresses = addressesOf(running?.ports ?? portsFrom(flags.port), running?.host ?? flags.host);
  const compiled = await compileSite({
    root,
    outDir: join(resolve(flags.data), 'compiled'),
    settings: hosted?.siteSettings ?? {},
    log: (line) => presenter.show({ event: 'compile', message: line }, line),
  });
  const pipeline = await openPipeline({
    dataDir: siteFolder(flags),
    firestore: firebase?.firestore ?? null,
    storage: firebase?.storage ?? null,
    buckets: hosted?.buckets ?? localBuckets,
    config: hosted ? hostedSiteConfig(hosted) : siteConfig(addresses),
    compiled,
    log: () => undefined,
  });
  try {
    return await use(pipeline, hosted);
  } finally {
    await pipeline.close();
  }
}

/**
 * Calls `use` with the pipeline and the content it follows: the local Firebase of the data folder, or for a project that
 * is not `demo-…` the hosted one, whose release is kept apart.
 */
export async function withContent<T>(
  flags: Flags,
  presenter: Presenter,
  use: (pipeline: Pipeline, hosted: Hosted | null) => Promise<T>,
): Promise<T | Failure> {
  const hosted = isEmbedded(flags.project) ? null : readHosted(flags.project);
  if (isFailure(hosted)) return hosted;
  return withFirebase(flags, (firebase) =>
    withPipeline({ flags, presenter, firebase }, async (pipeline, site) => {
      const lost = await findLostContent(firebase, pipeline, resolve(flags.data));
      return lost ?? use(pipeline, site);
    }),
  );
}
