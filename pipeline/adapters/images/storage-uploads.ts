import type { Storage } from 'firebase-admin/storage';
import { explainStorageError, timeoutError } from '../explain-errors.ts';
import type { UploadSource } from './library.ts';

// Well above the upload limit: only files that bypassed the rules are larger.
const largestBytes = 20 * 1024 * 1024;
const deadline = 15_000;

/**
 * Uploads in Cloud Storage, read with the rights of the server and never through an address in content.
 * @throws OperatorError if Storage refuses or does not answer; Error if an object is larger than uploads may be.
 */
export function storageUploads(storage: Pick<Storage, 'bucket'>): Required<UploadSource> {
  const fileAt = (bucket: string, object: string): File => storage.bucket(bucket).file(object);
  return {
    version: (bucket, object) =>
      unlessMissing(bucket, async () => {
        const [{ generation, size = 0 }] = await fileAt(bucket, object).getMetadata();
        if (Number(size) > largestBytes) throw new Error(`${bucket}/${object} is larger than uploads may be`);
        return String(generation);
      }),
    read: (bucket, object) =>
      unlessMissing(bucket, async () => {
        // As stored: an upload declared as compressed is not an image, and a small one could unpack to gigabytes.
        const [bytes] = await fileAt(bucket, object).download({ decompress: false });
        return bytes;
      }),
  };
}

type File = ReturnType<ReturnType<Storage['bucket']>['file']>;

async function unlessMissing<Result>(bucket: string, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await withDeadline(bucket, work);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 404;
    if (isMissing && !error.message.includes('bucket does not exist')) return null;
    throw explainStorageError(error, { bucket, role: 'roles/storage.objectViewer' });
  }
}

async function withDeadline<Result>(bucket: string, work: () => Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timeoutError(`gs://${bucket}`, deadline)), deadline);
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
