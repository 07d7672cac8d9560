import type { Image } from '@frontage/model/content';

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
