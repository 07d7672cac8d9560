import type { Bucket } from '@frontage/model/paths';
import { uploadMetadata, uploads as uploadRules } from '@frontage/model/uploads';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failureCode, plainFailure } from '../../lib/errors.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { type Firebase, hostAndPort, useFirebase } from '../../lib/firebase.tsx';
import {
  checkContent,
  formatBytes,
  imageProblem,
  type ImageProblem,
  smallerCopy,
  type SmallerCopy,
  storedName,
} from './image-file.ts';
import { useRunningUploads } from './running-uploads.tsx';

export interface Upload {
  id: number;
  file: File;
  /** `refused` before sending anything: a retry of the same file cannot succeed. */
  state: 'running' | 'failed' | 'refused';
  /** From 0 to 1. */
  progress: number;
  /** Why it failed or was rejected, in words. */
  message: string | null;
  /** For an image rejected for its size: a smaller copy to upload instead. */
  copy: SmallerCopy | null;
}

interface UploadEvents {
  onDone(url: string, upload: Upload): void;
  onProblem(problem: ImageProblem, file: File): void;
  onFailed(error: unknown, upload: Upload): void;
}

/**
 * Uploads to one bucket: the running ones, and failed or rejected ones until they are dismissed. Leaving the screen
 * cancels them. `start` returns the upload's id; null for an unsupported file type.
 */
export function useUploads(bucketOf: Bucket | ((file: File) => Bucket), events: UploadEvents) {
  const firebase = useFirebase();
  const { uid } = useStaff().user;
  const write = useWrite();
  const running = useRunningUploads();
  const bucketFor = useRef(bucketOf);
  useEffect(() => {
    bucketFor.current = bucketOf;
  });
  const choose = useCallback(
    (file: File): Bucket => (typeof bucketFor.current === 'string' ? bucketFor.current : bucketFor.current(file)),
    [],
  );
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const nextId = useRef(1);
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  useEffect(() => {
    const open = controllers.current;
    return () => {
      for (const controller of open.values()) controller.abort();
    };
  }, []);

  const change = useCallback((id: number, next: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
  }, []);
  const remove = useCallback((id: number) => setUploads((all) => all.filter((upload) => upload.id !== id)), []);

  const run = useCallback(
    async (upload: Upload) => {
      const { id, file } = upload;
      const controller = new AbortController();
      controllers.current.set(id, controller);
      const onProgress = (progress: number) => change(id, { progress });
      try {
        const { signal } = controller;
        const bucket = choose(file);
        const content = await checkContent(bucket, file);
        if (!content.ok) {
          change(id, { state: 'refused', message: content.problem });
          latest.current.onProblem(content.isTooLarge ? 'size' : 'type', file);
          if (content.isTooLarge) void smallerCopy(bucket, file).then((copy) => change(id, { copy }));
          return;
        }
        const order = { bucket, file: content.file, name: file.name, uploader: uid, onProgress, signal };
        const url = await running.during(() => write(() => uploadImage(firebase, order)));
        remove(id);
        latest.current.onDone(url, upload);
      } catch (error) {
        if (controller.signal.aborted || failureCode(error) === 'storage/canceled') {
          remove(id);
          return;
        }
        change(id, { state: 'failed', message: plainFailure(error) });
        latest.current.onFailed(error, upload);
      } finally {
        controllers.current.delete(id);
      }
    },
    [change, choose, firebase, remove, running, uid, write],
  );

  const start = useCallback(
    (file: File): number | null => {
      const bucket = choose(file);
      const problem = imageProblem(bucket, file);
      if (problem) latest.current.onProblem(problem, file);
      if (problem === 'type') return null;
      const upload: Upload = { id: nextId.current++, file, state: 'running', progress: 0, message: null, copy: null };
      if (problem === 'size') {
        const message = `File is ${formatBytes(file.size)}; the limit is ${formatBytes(uploadRules[bucket].maxBytes)}.`;
        setUploads((all) => [...all, { ...upload, state: 'refused', message }]);
        void smallerCopy(bucket, file).then((copy) => change(upload.id, { copy }));
        return upload.id;
      }
      setUploads((all) => [...all, upload]);
      void run(upload);
      return upload.id;
    },
    [change, choose, run],
  );

  const retry = useCallback(
    (upload: Upload) => {
      const next = { ...upload, file: upload.copy?.file ?? upload.file, state: 'running', copy: null } as const;
      change(upload.id, { ...next, progress: 0, message: null });
      void run(next);
    },
    [change, run],
  );

  const cancel = useCallback(
    ({ id, state }: Upload) => {
      if (state !== 'running') remove(id);
      else controllers.current.get(id)?.abort();
    },
    [remove],
  );

  return { uploads, start, retry, cancel };
}

interface UploadRequest {
  bucket: Bucket;
  file: File;
  /** Its original name and its uploader, for the media library. */
  name: string;
  uploader: string;
  /** From 0 to 1. */
  onProgress(part: number): void;
  signal: AbortSignal;
}

/**
 * Uploads an image under a random name and returns its URL. Resumes after short interruptions; rejects with a
 * FirebaseError, `storage/canceled` when `signal` aborts.
 */
async function uploadImage(
  { app, config }: Firebase,
  { bucket, file, name, uploader, onProgress, signal }: UploadRequest,
): Promise<string> {
  // The Storage client loads with the first upload.
  const { connectStorageEmulator, getDownloadURL, getStorage, ref, uploadBytesResumable } =
    await import('firebase/storage');
  // Repeated calls return the same instance.
  const storage = getStorage(app, `gs://${config.buckets?.[bucket] ?? bucket}`);
  if (config.emulators) connectStorageEmulator(storage, ...hostAndPort(config.emulators.storage));
  storage.maxUploadRetryTime = 30_000;
  const target = ref(storage, storedName(bucket, file));
  const task = uploadBytesResumable(target, file, {
    contentType: file.type,
    cacheControl: 'public, max-age=3600',
    // Storage limits the size of all metadata to 8 KiB.
    customMetadata: { [uploadMetadata.name]: name.slice(0, 255), [uploadMetadata.uploader]: uploader },
  });
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
