import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Storage } from 'firebase-admin/storage';
import { OperatorError } from '@frontage/model/operator-error';
import { bucketObjects } from '@frontage/pipeline/adapters/objects/bucket';
import { folderObjects } from '@frontage/pipeline/adapters/objects/folder';
import type { Objects } from '@frontage/pipeline/log/objects';
import { buckets } from '@frontage/model/paths';
import type { Failure } from '../failure.ts';

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
