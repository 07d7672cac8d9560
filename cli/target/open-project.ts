import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DiskStore } from '@frontage/pipeline/store';
import { openPipeline, type Pipeline, type ReleaseStore } from '@frontage/pipeline';
import type { Service } from '@frontage/local/start';
import { addressesOf, localBuckets, root, siteConfig } from './configuration.ts';
import { compileTemplates } from '../publishing/compile.ts';
import { isFailure, type Failure } from '../runtime/failure.ts';
import { openFirebase, type Firebase } from './firebase.ts';
import type { Flags } from '../options.ts';
import { hasSeparateHistory } from './history-location.ts';
import { findRunning, type Running } from './instance.ts';
import { isEmbedded, refuseLocal } from './local-project.ts';
import { findLostContent, folderRecovery, projectRecovery } from './lost-content.ts';
import { makeFolder } from '../runtime/files.ts';
import { portsFrom } from './ports.ts';
import type { Presenter } from '../runtime/present.ts';
import { readHistory, withHistory } from './history.ts';

// Servers started for one command accept connections from this machine only.
const loopback = '127.0.0.1';

/** The running instance of the data folder; null if none runs, a failure if it serves another project. */
export function runningInstance({ data, project, state }: Flags): Running | Failure | null {
  if (hasSeparateHistory({ project, state })) return null;
  const running = findRunning(resolve(data));
  if (!running || running.project === project) return running;
  return {
    what: `The instance that runs on ${resolve(data)} (process ${running.pid}) serves ${running.project}, not ${project}`,
    next: `Use --project ${running.project}, or another folder: --data DIR`,
  };
}

// Authentication is started only for commands that need it: it takes as long as the other services together.
const contentServices: readonly Service[] = ['firestore', 'storage'];
const commandsWithAccounts: readonly string[] = ['backup', 'restore'];

// In a folder without content these commands would succeed with an empty result, such as an empty backup.
const commandsOnStoredContent: readonly string[] = ['audit', 'backup', 'kinds', 'migrate', 'plan', 'uploads', 'verify'];

const emulatorVariables: Partial<Record<Service, string>> = {
  firestore: 'FIRESTORE_EMULATOR_HOST',
  storage: 'FIREBASE_STORAGE_EMULATOR_HOST',
  auth: 'FIREBASE_AUTH_EMULATOR_HOST',
};

/** Whether the environment names emulators for all these services: the project is rehearsed on them. */
const isRehearsed = (services: readonly Service[]): boolean =>
  services.every((service) => Boolean(process.env[emulatorVariables[service] ?? '']));

/**
 * Calls `use` with firebase-admin for the project: connected to the running instance of the data folder, to the emulators
 * that the environment names, to local services started for this call, or to hosted Firebase for a project that is not
 * `demo-…`.
 */
export async function withFirebase<T>(
  flags: Flags,
  use: (firebase: Firebase, running: Running | null) => Promise<T | Failure>,
): Promise<T | Failure> {
  const services: readonly Service[] = commandsWithAccounts.includes(flags.command)
    ? [...contentServices, 'auth']
    : contentServices;
  const stops: (() => Promise<void>)[] = [];
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  if (running) {
    const { emulatorEnv } = await import('@frontage/local/emulator-env');
    const { firestore, storage, auth } = addressesOf(running.ports, running.host);
    Object.assign(process.env, emulatorEnv(flags.project, { firestore, storage, auth }));
  } else if (isEmbedded(flags.project) && !isRehearsed(services)) {
    const refused = refuseLocal(flags.project);
    if (refused) return refused;
    const dataDir = join(resolve(flags.data), 'firebase');
    if (commandsOnStoredContent.includes(flags.command) && !existsSync(dataDir)) return noContent(flags);
    makeFolder(resolve(flags.data));
    // Imported lazily: a container that serves a hosted project has no local Firebase.
    const { startLocal } = await import('@frontage/local/start');
    const { emulatorEnv } = await import('@frontage/local/emulator-env');
    const local = await startLocal({
      project: flags.project,
      host: loopback,
      ports: { functions: 0, auth: 0, storage: 0, firestore: 0 },
      dataDir,
      firestoreRules: join(root, 'firestore.rules'),
      storageRules: join(root, 'storage.rules'),
      firestoreIndexes: join(root, 'firestore.indexes.json'),
      functions: {},
      only: [...services],
      log: () => undefined,
    });
    stops.push(() => local.stop());
    const at = (port: number) => `${loopback}:${port}`;
    Object.assign(
      process.env,
      emulatorEnv(flags.project, Object.fromEntries(services.map((service) => [service, at(local.ports[service])]))),
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

const siteFolder = ({ data }: Flags): string => join(resolve(data), 'site');

const noRelease = (flags: Flags): Failure => ({
  what: `There is no release of ${flags.project} in ${resolve(flags.data)} yet`,
  next: 'Run: npm start, or: npx frontage build',
});

const noContent = (flags: Flags): Failure => ({
  what: `There is no content of ${flags.project} in ${resolve(flags.data)}`,
  next: 'Name the data folder: --data DIR. To create content: npm start',
});

/**
 * Calls `read` with the stored releases of a project. Needs no templates and no content, and works while an instance
 * runs.
 */
export async function readStore<T>(
  flags: Flags,
  presenter: Presenter,
  read: (store: ReleaseStore) => T,
): Promise<T | Failure> {
  if (hasSeparateHistory(flags)) return readHistory({ flags, presenter }, read);
  const folder = siteFolder(flags);
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  if (!existsSync(folder)) return noRelease(flags);
  const store = new DiskStore(folder);
  try {
    return read(store);
  } finally {
    store.close();
  }
}

export interface PipelineUse {
  flags: Flags;
  presenter: Presenter;
  /** Null to use the content stored with the release instead of Firestore. */
  firebase: Firebase | null;
}

/**
 * Calls `use` with the pipeline of the data folder, or of a hosted project, whose releases are then delivered to
 * Firebase Hosting.
 */
export async function withPipeline<T>(
  { flags, presenter, firebase }: PipelineUse,
  use: (pipeline: Pipeline) => Promise<T | Failure>,
): Promise<T | Failure> {
  if (hasSeparateHistory(flags)) return withHistory({ flags, presenter, isDelivered: true }, use);
  if (!firebase && !existsSync(siteFolder(flags))) return noRelease(flags);
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  makeFolder(siteFolder(flags));
  const addresses = addressesOf(running?.ports ?? portsFrom(flags.port), running?.host ?? flags.host);
  const pipeline = await openPipeline({
    dataDir: siteFolder(flags),
    firestore: firebase?.firestore ?? null,
    storage: firebase?.storage ?? null,
    buckets: localBuckets,
    config: siteConfig(addresses),
    compiled: await compileTemplates(flags, presenter),
    log: () => undefined,
  });
  try {
    return await use(pipeline);
  } finally {
    await pipeline.close();
  }
}

const recoveryFor = (flags: Flags) =>
  hasSeparateHistory(flags)
    ? projectRecovery(flags.project, flags.state ?? flags.data)
    : folderRecovery(resolve(flags.data));

/** Calls `use` with the pipeline, connected to its Firestore. Fails if the content is lost. */
export async function withContent<T>(
  flags: Flags,
  presenter: Presenter,
  use: (pipeline: Pipeline) => Promise<T | Failure>,
): Promise<T | Failure> {
  const unlessLost = async (firebase: Firebase, pipeline: Pipeline): Promise<T | Failure> =>
    (await findLostContent(firebase, pipeline, recoveryFor(flags))) ?? use(pipeline);
  if (hasSeparateHistory(flags)) {
    const isDelivered = flags.command === 'build';
    return withHistory({ flags, presenter, isDelivered }, (pipeline, { firebase }) => unlessLost(firebase, pipeline));
  }
  return withFirebase(flags, (firebase) =>
    withPipeline({ flags, presenter, firebase }, (pipeline) => unlessLost(firebase, pipeline)),
  );
}
