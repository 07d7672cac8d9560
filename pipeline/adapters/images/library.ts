import PQueue from 'p-queue';
import type { Blobs } from '../../site/blobs.ts';
import type { ImageFile, ImageLibrary, ImageRecord } from '../../sync/image-library.ts';
import { imageKey, isCurrentKey, processImage, type EncodedImage } from './process-image.ts';

/** The source of uploads. */
export interface UploadSource {
  /** The bytes of an upload; null when there is none. */
  read(bucket: string, object: string): Promise<Uint8Array | null>;
  /** A text that changes with the bytes; null if there is no upload. Without this method, the bytes are compared. */
  version?(bucket: string, object: string): Promise<string | null>;
}

interface LibraryOptions {
  uploads: UploadSource;
  /** Real names of our own buckets. */
  buckets: Iterable<string>;
  blobs: Pick<Blobs, 'write' | 'holds'>;
  /** Images processed before. */
  known: Iterable<ImageRecord>;
}

// Encoding uses a whole core and keeps a whole image in memory. Reading does neither.
const processedAtOnce = 2;

/** Processes images from our own buckets. Equal bytes at several addresses are processed once. */
export function openImageLibrary({ uploads, buckets, blobs, known }: LibraryOptions): ImageLibrary {
  const byKey = new Map([...known].map((record) => [record.key, record]));
  const processing = new PQueue({ concurrency: processedAtOnce });

  const isHeld = async ({ files }: ImageRecord): Promise<boolean> =>
    (await Promise.all(files.map((file) => blobs.holds(file, false)))).every(Boolean);

  const entryOf = async ({ path, contentType, bytes }: EncodedImage): Promise<ImageFile> => ({
    path,
    hash: await blobs.write(bytes),
    contentType,
    size: bytes.length,
    kind: 'image',
    route: null,
  });

  return {
    buckets: new Set(buckets),
    process: async ({ address, bucket, object }, stored) => {
      const earlier = stored && isCurrentKey(stored.key) ? stored : null;
      const missing = { ok: false, message: `There is no image at ${bucket}/${object}`, isMissing: true } as const;
      const version = uploads.version ? await uploads.version(bucket, object) : undefined;
      if (version === null) return missing;
      if (earlier && version !== undefined && earlier.version === version) return { ok: true, record: earlier };
      const bytes = await uploads.read(bucket, object);
      if (bytes === null) return missing;
      const key = imageKey(bytes);
      const at = { address, version: version ?? null };
      if (earlier?.key === key)
        return { ok: true, record: earlier.version === at.version ? earlier : { ...earlier, ...at } };
      const same = byKey.get(key);
      if (same && (await isHeld(same))) return { ok: true, record: { ...same, ...at } };
      const processed = await processing.add(() => processImage(bytes));
      if (!processed.ok) return { ...processed, isMissing: false };
      const record = { ...at, key, image: processed.image, files: await Promise.all(processed.files.map(entryOf)) };
      byKey.set(key, record);
      return { ok: true, record };
    },
  };
}
