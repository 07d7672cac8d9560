import { limits } from './limits.ts';
import type { Bucket } from './paths.ts';

interface UploadRule {
  /** Content types accepted, each with the extensions a file of it may have; the first one is what uploads use. */
  types: Record<string, readonly [string, ...string[]]>;
  maxBytes: number;
}

const photos = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
} as const;

/** What may be uploaded where. Files are named by a version 4 UUID and the extension of their type. */
export const uploads: Record<Bucket, UploadRule> = {
  'homepage-images': { types: photos, maxBytes: limits.heroImageBytes },
  'demo-images': { types: photos, maxBytes: limits.ogImageBytes },
  'branding-assets': {
    types: { 'image/png': ['png'], 'image/jpeg': ['jpg', 'jpeg'], 'image/svg+xml': ['svg'] },
    maxBytes: limits.logoBytes,
  },
};

/** The name of a new upload from a random version 4 UUID, or null when the bucket does not take the type. */
export function uploadName(bucket: Bucket, contentType: string, uuid: string): string | null {
  const extension = uploads[bucket].types[contentType]?.[0];
  return extension === undefined ? null : `${uuid}.${extension}`;
}
