import type { ImageRecord } from './image-record.ts';
import type { ImageAddress } from './upload-addresses.ts';

export type ProcessedImage =
  | { ok: true; record: ImageRecord }
  /** The error of an upload; `isMissing` if it does not exist yet. */
  | { ok: false; message: string; isMissing: boolean };

/** Turns uploaded images into the files the site serves. */
export interface ImageLibrary {
  /** Real names of our own buckets; images anywhere else are left where they are. */
  buckets: ReadonlySet<string>;
  /**
   * Reads and processes one image, unless `known` was made of the same bytes. A defect of the image is a result; an
   * unreachable source throws.
   */
  process(image: ImageAddress, known: ImageRecord | null): Promise<ProcessedImage>;
}

/** Where uploads cannot be read: the images that were processed before. */
export function storedImages(buckets: ReadonlySet<string>, stored: Iterable<ImageRecord>): ImageLibrary {
  const records = new Map([...stored].map((record) => [record.address, record]));
  return {
    buckets,
    process: ({ address }) => {
      const record = records.get(address);
      const missing = { ok: false, message: `${address} was never read`, isMissing: true } as const;
      return Promise.resolve(record ? { ok: true, record } : missing);
    },
  };
}
