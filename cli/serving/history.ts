import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openBlobs } from '@frontage/pipeline/adapters/disk/blobs';
import { lockFile } from '@frontage/pipeline/adapters/disk/lock';
import { openSharedFolder } from '@frontage/pipeline/adapters/disk/open-shared';
import { openReleaseStore } from '@frontage/pipeline/adapters/disk/store';
import { openLog } from '@frontage/pipeline/log/log';
import type { Objects } from '@frontage/pipeline/log/objects';
import { keptReleases, openPipeline, type Pipeline } from '@frontage/pipeline/pipeline';
import type { ReleaseStore } from '@frontage/pipeline/release/store';
import { compileTemplates } from '../compile-templates.ts';
import { isFailure, type Failure } from '../failure.ts';
import { openFirebase, type Firebase } from '../firebase.ts';
import type { Flags } from '../flags.ts';
import { makeFolder } from '../make-folder.ts';
import type { Presenter } from '../present.ts';
import { openState } from './state.ts';
import { readTarget, type Target } from './target.ts';

/** The history of a project's releases, opened for one command. */
interface History {
  /** This machine's index of it, which no other command uses meanwhile. */
  dataDir: string;
  /** Null where the folder is the truth. */
  state: Objects | null;
  target: Target;
  firebase: Firebase;
}

export interface HistoryUse {
  flags: Flags;
  presenter: Presenter;
  /** Commits are delivered to visitors. */
  isDelivered?: boolean;
  /** Begins a history where there is none. */
  mayBegin?: boolean;
}

/** Calls `use` with the pipeline of a project that is hosted, or rehearsed: one more writer beside the service. */
export const withHistory = <T>(
  options: HistoryUse,
  use: (pipeline: Pipeline, on: Pick<History, 'target' | 'firebase'>) => Promise<T | Failure>,
): Promise<T | Failure> =>
  openHistory(options, async ({ dataDir, state, target, firebase }) => {
    const { outlet } = target;
    const pipeline = await openPipeline({
      dataDir,
      firestore: firebase.firestore,
      storage: firebase.storage,
      buckets: target.buckets,
      config: target.config,
      compiled: await compileTemplates(options.flags, options.presenter, target.siteSettings),
      ...(state && { state }),
      ...(options.isDelivered && outlet && { outlet }),
      log: () => undefined,
    });
    try {
      return await use(pipeline, { target, firebase });
    } finally {
      await pipeline.close();
    }
  });

/** The history of a project, without templates or content. */
export async function readHistory<T>(options: HistoryUse, read: (store: ReleaseStore) => T): Promise<T | Failure> {
  const { project, state: place } = options.flags;
  if (place === undefined && !existsSync(folderOf(options.flags))) {
    const next = `Run: npm run deploy -- --project ${project}, or name its service's history: --state gs://BUCKET/PREFIX`;
    return { what: `There is no release of ${project} in ${folderOf(options.flags)} yet`, next };
  }
  return openHistory(options, async ({ dataDir, state }) => {
    const blobs = openBlobs(`${dataDir}/blobs`);
    const { store } = state
      ? await openSharedFolder({
          dataDir,
          log: openLog(state),
          blobs,
          retain: keptReleases,
          onFailure: () => undefined,
        })
      : { store: openReleaseStore(dataDir) };
    try {
      return read(store);
    } finally {
      store.close();
    }
  });
}

/** Where this machine keeps its index of a project's history, or that history itself. */
const folderOf = ({ data, state, project }: Flags): string =>
  join(resolve(data), state === undefined ? 'hosted' : 'shared', project);

async function openHistory<T>(
  { flags, presenter, mayBegin = false }: HistoryUse,
  use: (history: History) => Promise<T | Failure>,
): Promise<T | Failure> {
  const { project } = flags;
  const warn = (message: string): void => presenter.warn({ event: 'warning', message }, message);
  const target = readTarget(project, warn);
  if (isFailure(target)) return target;
  const dataDir = folderOf(flags);
  const firebase = openFirebase(project);
  const opened = await openPlace(flags.state, { firebase, target });
  try {
    if (isFailure(opened)) return opened;
    const { state } = opened;
    if (state && !mayBegin && (await state.read('identity')) === null) {
      const next = `Check the spelling, or create it: npx frontage serve --project ${project} --state ${flags.state ?? ''}`;
      return { what: `There is no history of releases in ${flags.state ?? ''}`, next };
    }
    makeFolder(dataDir);
    const lock = lockFile(join(dataDir, 'command.lock'), patience);
    if (!lock) return { what: `Another command works on ${dataDir}`, next: 'Wait until it is done, or use --data DIR' };
    try {
      return await use({ dataDir, state, target, firebase });
    } finally {
      lock.unlock();
    }
  } finally {
    await firebase.close();
  }
}

/** How long a command waits for another one on this machine, in milliseconds. */
const patience = 30_000;

async function openPlace(
  state: string | undefined,
  { firebase, target }: { firebase: Firebase; target: Target },
): Promise<{ state: Objects | null } | Failure> {
  if (state === undefined) return { state: null };
  const objects = await openState(state, {
    storage: firebase.storage,
    uploadBuckets: Object.values(target.buckets),
  });
  return isFailure(objects) ? objects : { state: objects };
}
