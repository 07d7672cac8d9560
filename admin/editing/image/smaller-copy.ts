import type { Bucket } from '@frontage/model/paths';
import { uploads } from '@frontage/model/uploads';

/** A copy of an image that is small enough to upload. */
export interface SmallerCopy {
  file: File;
  width: number;
  height: number;
}

// Longest sides in pixels, tried in order until the copy is small enough.
const sides = [2560, 1920, 1440, 1080, 720, 480];
const quality = 0.85;

/** Creates the copy in the browser with its displayed orientation; null if that fails. */
export async function smallerCopy(bucket: Bucket, file: File): Promise<SmallerCopy | null> {
  const { types, maxBytes } = uploads[bucket];
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return null;
  try {
    for (const side of sides) {
      const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
      const [width, height] = [bitmap.width, bitmap.height].map((size) => Math.max(1, Math.round(size * scale)));
      if (width === undefined || height === undefined) return null;
      const blob = await drawn(bitmap, { width, height, type: typeOfCopy(file.type, types) });
      // Browsers that cannot encode the type return another one.
      if (blob === null || !(blob.type in types)) return null;
      if (blob.size <= maxBytes) return { file: new File([blob], file.name, { type: blob.type }), width, height };
    }
    return null;
  } finally {
    bitmap.close();
  }
}

/** The type of the copy: JPEG for JPEG, else the smallest type that keeps transparency. */
const typeOfCopy = (type: string, accepted: object): string =>
  type === 'image/jpeg' ? type : 'image/webp' in accepted ? 'image/webp' : 'image/png';

interface Drawing {
  width: number;
  height: number;
  type: string;
}

async function drawn(bitmap: ImageBitmap, { width, height, type }: Drawing): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}
