import type { Storage } from 'firebase-admin/storage';
import type { UploadSource } from './library.ts';

// Well above what may be uploaded: only what never came through the rules is larger.
const largestBytes = 20 * 1024 * 1024;
const deadline = 15_000;

/**
 * Uploads in Cloud Storage, read with the rights of the server and never over an address from content.
 * @throws Error when Storage is out of reach or an object is too large to be an upload.
 */
export function storageUploads(storage: Storage): UploadSource {
  return {
    read: (bucket, object) =>
      withDeadline(async () => {
        const file = storage.bucket(bucket).file(object);
        try {
          const [{ size = 0 }] = await file.getMetadata();
          if (Number(size) > largestBytes) throw new Error(`${bucket}/${object} is larger than an upload can be`);
          const [bytes] = await file.download();
          return bytes;
        } catch (error) {
          if (error instanceof Error && 'code' in error && error.code === 404) return null;
          throw error;
        }
      }),
  };
}

async function withDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Storage did not answer in time')), deadline);
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
