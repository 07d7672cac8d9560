import type { Blobs } from '../../release/blobs.ts';
import type { FileEntry } from '../../release/files.ts';
import type { ImageRecord } from '../../release/store.ts';
import type { ImageAddress } from '../../sync/image-addresses.ts';
import type { ImageLibrary } from '../../sync/image-library.ts';
import { imageKey, processImage } from './process-image.ts';

/** Where uploads are read from. */
export interface UploadSource {
  /** The bytes of an upload; null when there is none. */
  read(bucket: string, object: string): Promise<Uint8Array | null>;
}

interface LibraryOptions {
  uploads: UploadSource;
  /** Real names of our own buckets. */
  buckets: Iterable<string>;
  blobs: Pick<Blobs, 'write' | 'holds'>;
  /** Images processed before. */
  known: Iterable<ImageRecord>;
}

/** Images from our own buckets, each processed once however many addresses lead to it. */
export function openImageLibrary({ uploads, buckets, blobs, known }: LibraryOptions): ImageLibrary {
  const byKey = new Map([...known].map((record) => [record.key, record]));
  const isHeld = async ({ files }: ImageRecord): Promise<boolean> =>
    (await Promise.all(files.map((file) => blobs.holds(file, false)))).every(Boolean);
  return {
    buckets: new Set(buckets),
    process: async ({ address, bucket, object }: ImageAddress) => {
      const bytes = await uploads.read(bucket, object);
      if (bytes === null) return { ok: false, message: `There is no image at ${bucket}/${object}` };
      const key = imageKey(bytes);
      const same = byKey.get(key);
      if (same && (await isHeld(same))) return { ok: true, record: { ...same, address } };
      const processed = await processImage(bytes);
      if (!processed.ok) return processed;
      const files = await Promise.all(
        processed.files.map(async ({ path, contentType, bytes: content }): Promise<FileEntry> => ({
          path,
          hash: await blobs.write(content),
          contentType,
          size: content.length,
          kind: 'image',
          route: null,
        })),
      );
      const record = { address, key, image: processed.image, files };
      byKey.set(key, record);
      return { ok: true, record };
    },
  };
}
