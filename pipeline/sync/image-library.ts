import type { ImageRecord } from './image-record.ts';
import type { ImageAddress } from './upload-addresses.ts';

export type ProcessedImage =
  | { ok: true; record: ImageRecord }
  /** What is wrong with the upload; `isMissing` where there is none, as there may be another time. */
  | { ok: false; message: string; isMissing: boolean };

/** Turns uploaded images into the files the site serves. */
export interface ImageLibrary {
  /** Real names of our own buckets; images anywhere else are left where they are. */
  buckets: ReadonlySet<string>;
  /**
   * Reads and processes one image, unless it is still the one that `known` was made of. What is wrong with it is an
   * answer; a source out of reach throws.
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
