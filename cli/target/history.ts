import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { DiskBlobs } from '@frontage/pipeline/blobs';
import { lockFile } from '@frontage/pipeline/lock';
import { openSharedFolder } from '@frontage/pipeline/shared-folder';
import { DiskStore } from '@frontage/pipeline/store';
import { openLog } from '@frontage/pipeline/log';
import type { Objects } from '@frontage/pipeline';
import { keptReleases, openPipeline, type Pipeline } from '@frontage/pipeline';
import type { ReleaseStore } from '@frontage/pipeline';
import type { Storage } from 'firebase-admin/storage';
import { OperatorError } from '@frontage/model/operator-error';
import { bucketObjects, folderObjects } from '@frontage/pipeline/objects';
import { buckets } from '@frontage/model/paths';
import { compileTemplates } from '../publishing/compile.ts';
import { type Failure, isFailure } from '../runtime/failure.ts';
import { type Firebase, openFirebase } from './firebase.ts';
import type { Flags } from '../options.ts';
import { makeFolder } from '../runtime/files.ts';
import type { Presenter } from '../runtime/present.ts';
import { readTarget, type Target } from './publishing-target.ts';

/** The release history of a project, opened for one command. */
interface History {
  /** Folder of this machine's index of the history, locked for this command. */
  dataDir: string;
  /** The shared history; null if `dataDir` itself is the history. */
  state: Objects | null;
  target: Target;
  firebase: Firebase;
}

export interface HistoryUse {
  flags: Flags;
  presenter: Presenter;
  /** Whether releases are delivered to Firebase Hosting. */
  isDelivered?: boolean;
  /** Whether a missing history is created instead of reported as a failure. */
  mayCreate?: boolean;
}

/**
 * Opens the pipeline of a hosted or rehearsed project and calls `use`. The service may write to the history meanwhile.
 */
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

/** Calls `read` with the release history of a project. Needs no templates and no content. */
export async function readHistory<T>(options: HistoryUse, read: (store: ReleaseStore) => T): Promise<T | Failure> {
  const { project, state: place } = options.flags;
  if (place === undefined && !existsSync(folderOf(options.flags))) {
    const next = `Run: npm run deploy -- --project ${project}, or name its service's history: --state gs://BUCKET/PREFIX`;
    return { what: `There is no release of ${project} in ${folderOf(options.flags)} yet`, next };
  }
  return openHistory(options, async ({ dataDir, state }) => {
    const blobs = new DiskBlobs(`${dataDir}/blobs`);
    const { store } = state
      ? await openSharedFolder({
          dataDir,
          log: openLog(state),
          blobs,
          retain: keptReleases,
          onFailure: () => undefined,
        })
      : { store: new DiskStore(dataDir) };
    try {
      return read(store);
    } finally {
      store.close();
    }
  });
}

/** Folder of the index of a shared history, or of the history itself without `--state`. */
const folderOf = ({ data, state, project }: Flags): string =>
  join(resolve(data), state === undefined ? 'hosted' : 'shared', project);

async function openHistory<T>(
  { flags, presenter, mayCreate = false }: HistoryUse,
  use: (history: History) => Promise<T | Failure>,
): Promise<T | Failure> {
  const { project } = flags;
  const warn = (message: string): void => presenter.warn({ event: 'warning', message }, message);
  const target = readTarget(project, warn);
  if (isFailure(target)) return target;
  const dataDir = folderOf(flags);
  const firebase = openFirebase(project);
  const opened = await openStateIfSet(flags.state, { firebase, target });
  try {
    if (isFailure(opened)) return opened;
    const { state } = opened;
    if (state && !mayCreate && (await state.read('identity')) === null) {
      const next = `Check the spelling, or create it: npx frontage serve --project ${project} --state ${flags.state ?? ''}`;
      return { what: `There is no release history in ${flags.state ?? ''}`, next };
    }
    makeFolder(dataDir);
    const lock = lockFile(join(dataDir, 'command.lock'), lockTimeoutMs);
    if (!lock)
      return { what: `Another command uses ${dataDir}`, next: 'Wait until it has finished, or use --data DIR' };
    try {
      return await use({ dataDir, state, target, firebase });
    } finally {
      lock.unlock();
    }
  } finally {
    await firebase.close();
  }
}

/** Milliseconds for which a command waits for another command on this machine. */
const lockTimeoutMs = 30_000;

async function openStateIfSet(
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

interface StateOptions {
  storage: Storage;
  /** Real names of the upload buckets. They are refused, because others can read them. */
  uploadBuckets: readonly string[];
}

/**
 * Opens the storage of a release history: `gs://BUCKET/PREFIX` or a folder. Fails for a bucket that others can read,
 * because the history contains the code of protected demos.
 */
export async function openState(state: string, { storage, uploadBuckets }: StateOptions): Promise<Objects | Failure> {
  const [, name, rest = ''] = /^gs:\/\/([^/]+)(?:\/(.*))?$/.exec(state) ?? [];
  if (name === undefined) {
    if (!/^[a-z]+:\/\//.test(state)) return folderObjects(resolve(state));
    return {
      what: `--state ${state} is neither a folder nor gs://BUCKET/PREFIX`,
      next: 'Use a folder or gs://BUCKET/PREFIX',
    };
  }
  const next = 'Keep the state in a separate private bucket: gcloud storage buckets create gs://NAME --location=REGION';
  // The Storage rules identify upload buckets by the end of their names.
  if ([...uploadBuckets, ...Object.values(buckets)].some((upload) => name.endsWith(upload)))
    return { what: `gs://${name} is a bucket for uploads, which others can read`, next };
  const prefix = rest === '' ? '' : `${rest.replace(/\/+$/, '')}/`;
  const bucket = storage.bucket(name);
  if (await isPublic(bucket)) return { what: `gs://${name} is publicly readable`, next };
  const objects = bucketObjects(bucket, prefix);
  const probe = `probe/${randomUUID()}`;
  try {
    await objects.create(probe, Buffer.from('Only the pipeline may read this bucket.'));
    const open = await publicAddressOf(bucket.name, prefix + probe);
    if (open !== null) return { what: `gs://${name} can be read without credentials at ${open}`, next };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { what: error.message, next: error.next };
  } finally {
    await objects.remove(probe).catch(() => undefined);
  }
  return objects;
}

/** Whether the bucket's policy grants a role to all users; false if the policy cannot be read. */
async function isPublic(bucket: ReturnType<Storage['bucket']>): Promise<boolean> {
  if (process.env['FIREBASE_STORAGE_EMULATOR_HOST']) return false;
  try {
    const [policy] = await bucket.iam.getPolicy();
    return policy.bindings.some(({ members }) =>
      members.some((member) => member === 'allUsers' || member === 'allAuthenticatedUsers'),
    );
  } catch {
    return false;
  }
}

/** An address at which the object can be read without credentials; null if there is none. */
async function publicAddressOf(bucket: string, name: string): Promise<string | null> {
  const emulator = process.env['FIREBASE_STORAGE_EMULATOR_HOST'];
  const rules = emulator ? `http://${emulator}` : 'https://firebasestorage.googleapis.com';
  const addresses = [
    `${rules}/v0/b/${bucket}/o/${encodeURIComponent(name)}?alt=media`,
    ...(emulator ? [] : [`https://storage.googleapis.com/${bucket}/${name}`]),
  ];
  for (const address of addresses) {
    const response = await fetch(address).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return address;
  }
  return null;
}
