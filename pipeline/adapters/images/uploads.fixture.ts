import type { UploadSource } from './library.ts';

/** Uploads in memory. Each write has a new version, like in Storage. */
export interface MemoryUploads extends Required<UploadSource> {
  set(object: string, bytes: Uint8Array): void;
  delete(object: string): void;
}

export const uploadBucket = 'demo-images';

/** The download address of an upload. */
export const uploadAddress = (object: string): string =>
  `https://storage.example/v0/b/${uploadBucket}/o/${object}?alt=media`;

export function memoryUploads(): MemoryUploads {
  const held = new Map<string, { bytes: Uint8Array; version: string }>();
  let writes = 0;
  return {
    set: (object, bytes) => {
      writes += 1;
      held.set(object, { bytes, version: String(writes) });
    },
    delete: (object) => void held.delete(object),
    read: (_, object) => Promise.resolve(held.get(object)?.bytes ?? null),
    version: (_, object) => Promise.resolve(held.get(object)?.version ?? null),
  };
}

const svg = (body: string): Uint8Array =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" viewBox="0 0 8 8">${body}</svg>`,
  );

/** Upload contents: two images and two files that are not images. */
export const uploadContents = {
  circle: svg('<circle cx="4" cy="4" r="4"/>'),
  square: svg('<rect width="8" height="8"/>'),
  script: svg('<script>1</script>'),
  text: new TextEncoder().encode('hello'),
} as const;
