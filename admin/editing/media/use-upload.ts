import { withoutMetadata } from '@frontage/model/image-metadata';
import { type Bucket, collections } from '@frontage/model/paths';
import { uploadMetadata, uploads as uploadRules } from '@frontage/model/uploads';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { failureCode, plainFailure } from '../../lib/errors.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { useNotify } from '../../ui/toaster.tsx';
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
import { type KnownImage, useRunningUploads } from './running-uploads.tsx';

export interface Upload {
  id: number;
  file: File;
  /**
   * `refused` before sending anything: a retry of the same file cannot succeed. `known`: the library has the same bytes,
   * and the user chooses between that image and another upload.
   */
  state: 'running' | 'failed' | 'refused' | 'known';
  /** From 0 to 1. */
  progress: number;
  /** Why it failed or was rejected, in words. */
  message: string | null;
  /** For an image rejected for its size: a smaller copy to upload instead. */
  copy: SmallerCopy | null;
  /** The image with the same bytes; null unless the state is `known`. */
  known: KnownImage | null;
}

interface UploadEvents {
  onDone(url: string, upload: Upload): void;
  onProblem(problem: ImageProblem, file: File): void;
  onFailed(error: unknown, upload: Upload): void;
}

interface UploadOptions {
  /** Whether a file whose bytes the library has is offered as that image, rather than uploaded again. */
  offersKnown?: boolean;
}

/**
 * Uploads to one bucket: the running ones, and failed, rejected or known ones until they are dismissed. Leaving the
 * screen cancels them. `start` returns the upload's id; null for an unsupported file type. `retry` uploads again, also a
 * known file; `takeKnown` takes the existing image instead.
 */
export function useUploads(
  bucketOf: Bucket | ((file: File) => Bucket),
  events: UploadEvents,
  { offersKnown = true }: UploadOptions = {},
) {
  const store = useDocumentStore();
  const firebase = useFirebase();
  const { uid } = useStaff().user;
  const write = useWrite();
  const notify = useNotify();
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
    async (upload: Upload, isAgain = false) => {
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
        const { removed = [] } = content;
        if (removed.length > 0) {
          notify.info({
            title: 'Parts of the drawing were removed',
            description: `${file.name} contained ${listed(removed)}, which an uploaded SVG cannot have. Check how it looks.`,
          });
        }
        const order = { bucket, file: content.file, name: file.name, uploader: uid, onProgress, signal };
        const hash = isAgain || !offersKnown ? null : await storedHash(content.file);
        const { image, isKnown } = await running.uploadOnce({
          hash,
          find: () => findStored(store, hash),
          upload: async () => ({ url: await write(() => uploadImage(firebase, order)), name: file.name }),
        });
        signal.throwIfAborted();
        if (isKnown) {
          change(id, { state: 'known', known: image, message: `Already in the library as “${image.name}”.` });
          return;
        }
        remove(id);
        latest.current.onDone(image.url, upload);
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
    [change, choose, firebase, notify, offersKnown, remove, running, store, uid, write],
  );

  const start = useCallback(
    (file: File): number | null => {
      const bucket = choose(file);
      const problem = imageProblem(bucket, file);
      if (problem) latest.current.onProblem(problem, file);
      if (problem === 'type') return null;
      const upload: Upload = { id: nextId.current++, file, state: 'running', progress: 0, ...nothingKnown };
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
      const file = upload.copy?.file ?? upload.file;
      const next: Upload = { ...upload, file, state: 'running', progress: 0, ...nothingKnown };
      change(upload.id, next);
      void run(next, upload.state === 'known');
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

  const takeKnown = useCallback(
    (upload: Upload) => {
      if (!upload.known) return;
      remove(upload.id);
      latest.current.onDone(upload.known.url, upload);
    },
    [remove],
  );

  return { uploads, start, retry, cancel, takeKnown };
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

const nothingKnown = { message: null, copy: null, known: null } as const;

/** The hash by which the library knows the content of a file: that of its bytes without metadata. */
async function storedHash(file: File): Promise<string> {
  const [{ md5 }, bytes] = await Promise.all([import('@noble/hashes/legacy.js'), file.arrayBuffer()]);
  return btoa(String.fromCharCode(...md5(withoutMetadata(new Uint8Array(bytes)))));
}

/** The image of the library with this content; null without one, or if it cannot be read: then the file is uploaded. */
async function findStored(store: DocumentStore, hash: string | null): Promise<KnownImage | null> {
  const where = { field: 'md5', equals: hash };
  const found = await store.list(collections.media, { where, limit: 1, fields: ['url', 'title', 'name'] });
  const data = found.ok ? found.value[0]?.data : undefined;
  return data ? { url: String(data['url']), name: String(data['title'] ?? data['name']) } : null;
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
