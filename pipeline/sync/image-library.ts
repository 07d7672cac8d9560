import type { Image } from '@frontage/model/uploads';
import type { ImageAddress } from './content-addresses.ts';

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

/** A file of a release, generated from an uploaded image. */
export interface ImageFile {
  /** The URL path of the file. */
  path: string;
  /** SHA-256 of the bytes, hex. */
  hash: string;
  contentType: string;
  size: number;
  kind: 'image';
  route: null;
}

/** A processed upload, identified by its address in the content. */
export interface ImageRecord {
  address: string;
  /** Identifies the uploaded bytes and their processing. Records with the same key share their files. */
  key: string;
  /** The version of the upload in its source; null if the source has no versions. */
  version: string | null;
  image: Image;
  files: ImageFile[];
}
