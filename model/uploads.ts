import { limits } from './limits.ts';
import type { Focal } from './media.ts';
import type { Bucket } from './paths.ts';

interface UploadRule {
  /** Accepted content types, each with its file extensions; new uploads use the first one. */
  types: Record<string, readonly [string, ...string[]]>;
  maxBytes: number;
}

const photos = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
} as const;

/** The accepted uploads of each bucket. Files are named by a version 4 UUID and the extension of their type. */
export const uploads: Record<Bucket, UploadRule> = {
  'homepage-images': { types: photos, maxBytes: limits.heroImageBytes },
  'demo-images': { types: photos, maxBytes: limits.ogImageBytes },
  'branding-assets': {
    types: { 'image/png': ['png'], 'image/jpeg': ['jpg', 'jpeg'], 'image/svg+xml': ['svg'] },
    maxBytes: limits.logoBytes,
  },
};

/** The name of a new upload from a random version 4 UUID; null if the bucket does not accept the type. */
export function uploadName(bucket: Bucket, contentType: string, uuid: string): string | null {
  const extension = uploads[bucket].types[contentType]?.[0];
  return extension === undefined ? null : `${uuid}.${extension}`;
}

/** Keys of the metadata with which browsers upload. */
export const uploadMetadata = { name: 'name', uploader: 'uploader' } as const;

/** The files of an uploaded image on the site: paths relative to the origin, sizes in CSS pixels. */
export interface Image {
  src: string;
  width: number;
  height: number;
  sources: { type: 'image/avif' | 'image/webp'; srcset: string }[];
}

/** An image with its description in the library: alt text or "decorative" where its use has no text, and focal point. */
export interface DescribedImage extends Image {
  alt?: string;
  isDecorative?: boolean;
  focal?: Focal;
}
