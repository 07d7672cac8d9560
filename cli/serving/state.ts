import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Storage } from 'firebase-admin/storage';
import { OperatorError } from '@frontage/model/operator-error';
import { bucketObjects } from '@frontage/pipeline/adapters/objects/bucket';
import { folderObjects } from '@frontage/pipeline/adapters/objects/folder';
import type { Objects } from '@frontage/pipeline/log/objects';
import { buckets } from '@frontage/model/paths';
import type { Failure } from '../failure.ts';

interface StatePlace {
  storage: Storage;
  /** Real names of the upload buckets: staff may read those. */
  uploadBuckets: readonly string[];
}

/**
 * Opens the place a pipeline's history is kept in: `gs://BUCKET/PREFIX`, or a folder. A bucket that others can read is
 * refused, since the history holds the code of protected demos.
 */
export async function openState(state: string, { storage, uploadBuckets }: StatePlace): Promise<Objects | Failure> {
  const [, name, rest = ''] = /^gs:\/\/([^/]+)(?:\/(.*))?$/.exec(state) ?? [];
  if (name === undefined) {
    if (!/^[a-z]+:\/\//.test(state)) return folderObjects(resolve(state));
    return { what: `--state ${state} is neither a folder nor gs://BUCKET/PREFIX`, next: 'Name one of the two' };
  }
  const next = 'Keep the state in a separate private bucket: gcloud storage buckets create gs://NAME --location=REGION';
  // The rules know upload buckets by how their names end.
  if ([...uploadBuckets, ...Object.values(buckets)].some((upload) => name.endsWith(upload)))
    return { what: `gs://${name} holds uploads: others can read it`, next };
  const prefix = rest === '' ? '' : `${rest.replace(/\/+$/, '')}/`;
  const bucket = storage.bucket(name);
  if (await isPublic(bucket)) return { what: `gs://${name} is publicly readable`, next };
  const objects = bucketObjects(bucket, prefix);
  const probe = `probe/${randomUUID()}`;
  try {
    await objects.create(probe, Buffer.from('Only the pipeline may read this bucket.'));
    const open = await readableBy(bucket.name, prefix + probe);
    if (open !== null) return { what: `gs://${name} can be read without credentials at ${open}`, next };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { what: error.message, next: error.next };
  } finally {
    await objects.remove(probe).catch(() => undefined);
  }
  return objects;
}

/** Whether the bucket's policy names everybody; false where the policy may not be read. */
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

/** The public address of an object; null if it is private. */
async function readableBy(bucket: string, name: string): Promise<string | null> {
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
