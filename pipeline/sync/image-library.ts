import type { ImageRecord } from './image-record.ts';
import type { ImageAddress } from './upload-addresses.ts';

export type ProcessedImage =
  | { ok: true; record: ImageRecord }
  /** The error of an upload; `isMissing` if it does not exist yet. */
  | { ok: false; message: string; isMissing: boolean };

/** Turns uploaded images into the files the site serves. */
export interface ImageLibrary {
  /** Names of the site's buckets. Images elsewhere are served from their original address. */
  buckets: ReadonlySet<string>;
  /**
   * Reads and processes one image, or returns `known` if it was made of the same bytes. A defect of the image is a
   * result. @throws if the source is unreachable.
   */
  process(image: ImageAddress, known: ImageRecord | null): Promise<ProcessedImage>;
}

/** An image library without access to uploads. It returns the records of images processed before. */
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
