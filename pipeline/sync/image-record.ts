import type { Image } from '@frontage/model/content';

/** A file of a release that was made of an uploaded image. */
export interface ImageFile {
  /** As a web server names it. */
  path: string;
  /** SHA-256 of the bytes, hex. */
  hash: string;
  contentType: string;
  size: number;
  kind: 'image';
  route: null;
}

/** An uploaded image after processing, under the address content knows it by. */
export interface ImageRecord {
  address: string;
  /** Identifies the uploaded bytes and how they were processed: other addresses of the same image share its files. */
  key: string;
  /** The version of the upload, as its source names it; null where it names none. */
  version: string | null;
  image: Image;
  files: ImageFile[];
}
