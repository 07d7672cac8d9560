import type { Bucket } from '@frontage/model/paths';
import { hostAndPort, type Firebase } from '../../lib/firebase.tsx';
import { storedName } from './image-file.ts';

export interface UploadRequest {
  bucket: Bucket;
  file: File;
  /** From 0 to 1. */
  onProgress(part: number): void;
  signal: AbortSignal;
}

/**
 * Uploads an image under a random name and returns its URL. Resumes after short interruptions; rejects with a
 * FirebaseError, `storage/canceled` when `signal` aborts.
 */
export async function uploadImage(
  { app, config }: Firebase,
  { bucket, file, onProgress, signal }: UploadRequest,
): Promise<string> {
  // The Storage client loads with the first upload.
  const { connectStorageEmulator, getDownloadURL, getStorage, ref, uploadBytesResumable } =
    await import('firebase/storage');
  // Repeated calls return the same instance.
  const storage = getStorage(app, `gs://${config.buckets?.[bucket] ?? bucket}`);
  if (config.emulators) connectStorageEmulator(storage, ...hostAndPort(config.emulators.storage));
  storage.maxUploadRetryTime = 30_000;
  const target = ref(storage, storedName(bucket, file));
  const task = uploadBytesResumable(target, file, { contentType: file.type, cacheControl: 'public, max-age=3600' });
  const cancel = () => task.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  try {
    task.on('state_changed', ({ bytesTransferred, totalBytes }) => {
      onProgress(totalBytes > 0 ? bytesTransferred / totalBytes : 0);
    });
    await task;
    return await getDownloadURL(target);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
