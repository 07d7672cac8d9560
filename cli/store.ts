import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startLocal } from '@frontage/local/start';
import { emulatorEnv } from '@frontage/local/emulator-env';
import { compileSite } from '@frontage/pipeline/adapters/astro/compile';
import { openPipeline, type Pipeline } from '@frontage/pipeline/pipeline';
import { addressesOf, localBuckets, root, siteConfig } from './configuration.ts';
import { isFailure, type Failure } from './failure.ts';
import { openFirebase, type Firebase } from './firebase.ts';
import { hostedSiteConfig, readHosted, type Hosted } from './hosted.ts';
import type { Flags } from './flags.ts';
import { findRunning } from './instance.ts';
import { findLostContent } from './lost-content.ts';
import { portsFrom } from './ports.ts';
import type { Presenter } from './present.ts';

const isEmbedded = (project: string): boolean => project.startsWith('demo-');

/**
 * Calls `use` with firebase-admin connected to the content: the running instance of the data folder, the folder's own
 * local Firestore and Storage started for the call, or hosted Firebase for a project that is not `demo-…`.
 */
export async function withFirebase<T>(flags: Flags, use: (firebase: Firebase) => Promise<T>): Promise<T> {
  const stops: (() => Promise<void>)[] = [];
  if (isEmbedded(flags.project)) {
    const running = findRunning(resolve(flags.data));
    if (running) {
      const { firestore, storage } = addressesOf(running.ports, running.host);
      Object.assign(process.env, emulatorEnv(flags.project, { firestore, storage }));
    } else {
      const local = await startLocal({
        project: flags.project,
        host: flags.host,
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
      const at = (port: number) => `${flags.host}:${port}`;
      Object.assign(
        process.env,
        emulatorEnv(flags.project, { firestore: at(local.ports.firestore), storage: at(local.ports.storage) }),
      );
    }
  }
  const firebase = openFirebase(flags.project);
  stops.push(() => firebase.close());
  try {
    return await use(firebase);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

export interface PipelineUse {
  flags: Flags;
  presenter: Presenter;
  /** Null to work from what was read before. */
  firebase: Firebase | null;
  /** The hosted project the release is for; absent for a local one. */
  hosted?: Hosted;
}

/** Calls `use` with the pipeline of the data folder; without `firebase` it knows only what it has read before. */
export async function withPipeline<T>(
  { flags, presenter, firebase, hosted }: PipelineUse,
  use: (pipeline: Pipeline) => Promise<T>,
): Promise<T | Failure> {
  const dataDir = resolve(flags.data);
  if (!firebase && !existsSync(join(dataDir, 'site'))) {
    return { what: `There is no release in ${dataDir} yet`, next: 'Run: npm start, or: npx frontage build' };
  }
  const running = findRunning(dataDir);
  const addresses = addressesOf(running?.ports ?? portsFrom(flags.port), running?.host ?? flags.host);
  const compiled = await compileSite({
    root,
    outDir: join(dataDir, 'compiled'),
    log: (line) => presenter.show({ event: 'compile', message: line }, line),
  });
  const pipeline = await openPipeline({
    dataDir: hosted ? join(dataDir, 'hosted', flags.project) : join(dataDir, 'site'),
    firestore: firebase?.firestore ?? null,
    storage: firebase?.storage ?? null,
    buckets: hosted?.buckets ?? localBuckets,
    config: hosted ? hostedSiteConfig(hosted) : siteConfig(addresses),
    compiled,
    log: () => undefined,
  });
  try {
    return await use(pipeline);
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
    withPipeline({ flags, presenter, firebase, ...(hosted && { hosted }) }, async (pipeline) => {
      const lost = await findLostContent(firebase, pipeline, resolve(flags.data));
      return lost ?? use(pipeline, hosted);
    }),
  );
}
