import type { Bucket } from '@frontage/model/paths';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failureCode, plainFailure } from '../../lib/failures.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useWrite } from '../../lib/write.ts';
import { imageProblem, type ImageProblem } from './image-file.ts';
import { useRunningUploads } from './running-uploads.tsx';
import { uploadImage } from './upload-image.ts';

export interface Upload {
  id: number;
  file: File;
  state: 'running' | 'failed';
  /** From 0 to 1. */
  progress: number;
  /** Why it failed, in words. */
  message: string | null;
}

interface UploadEvents {
  onDone(url: string, upload: Upload): void;
  onProblem(problem: ImageProblem, file: File): void;
  onFailed(error: unknown, upload: Upload): void;
}

/** Uploads to one bucket: those under way and those that failed and can be tried again. Leaving the screen cancels them. */
export function useUploads(bucket: Bucket, events: UploadEvents) {
  const firebase = useFirebase();
  const write = useWrite();
  const running = useRunningUploads();
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
        const url = await running.during(() =>
          write(() => uploadImage(firebase, { bucket, file, onProgress, signal })),
        );
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
    [bucket, change, firebase, remove, running, write],
  );

  const start = useCallback(
    (file: File): number | null => {
      const problem = imageProblem(bucket, file);
      if (problem) {
        latest.current.onProblem(problem, file);
        return null;
      }
      const upload: Upload = { id: nextId.current++, file, state: 'running', progress: 0, message: null };
      setUploads((all) => [...all, upload]);
      void run(upload);
      return upload.id;
    },
    [bucket, run],
  );

  const retry = useCallback(
    (upload: Upload) => {
      change(upload.id, { state: 'running', progress: 0, message: null });
      void run(upload);
    },
    [change, run],
  );

  const cancel = useCallback(
    ({ id, state }: Upload) => {
      if (state === 'failed') remove(id);
      else controllers.current.get(id)?.abort();
    },
    [remove],
  );

  return { uploads, start, retry, cancel };
}
