import type { Bucket } from '@frontage/model/paths';
import { isAnimated } from '@frontage/model/animated-image';
import { limits } from '@frontage/model/limits';
import { uploadName, uploads } from '@frontage/model/uploads';
import { isHttpUrl, isSitePath } from '@frontage/model/url';
import { rasterType } from '@frontage/model/fields';

/** The accepted types of a file picker for the bucket. */
export const acceptedTypes = (bucket: Bucket): string => Object.keys(uploads[bucket].types).join(',');

export type ImageProblem = 'type' | 'size';

const svgType = 'image/svg+xml';
const largestDrawing = 10 * 1024 * 1024;

/** Why a file cannot be uploaded to the bucket; null if it can. */
export function imageProblem(bucket: Bucket, file: Pick<File, 'type' | 'size'>): ImageProblem | null {
  const { types, maxBytes } = uploads[bucket];
  if (!(file.type in types)) return 'type';
  // Drawing programs add data of the editor to a drawing, which is measured without it.
  return file.size > (file.type === svgType ? largestDrawing : maxBytes) ? 'size' : null;
}

/** A random name with the extension of the file's type. Throws for a type that the bucket does not accept. */
export function storedName(bucket: Bucket, { type }: Pick<File, 'type'>): string {
  const name = uploadName(bucket, type, crypto.randomUUID());
  if (name === null) throw new Error(`The bucket ${bucket} does not accept ${type}`);
  return name;
}

/** The URL a preview loads a stored image from: paths on the site's origin, URLs unchanged; null for anything else. */
export function imageAddress(stored: string, siteOrigin: string): string | null {
  if (isSitePath(stored)) return siteOrigin + stored;
  return isHttpUrl(stored) ? stored : null;
}

const mega = 1024 * 1024;

/** A number of bytes for display, rounded up: '1.4 MB', '480 KB'. */
export const formatBytes = (bytes: number): string =>
  bytes >= mega ? `${Math.ceil((bytes / mega) * 10) / 10} MB` : `${Math.max(1, Math.ceil(bytes / 1024))} KB`;

/** A copy of an image that is small enough to upload. */
export interface SmallerCopy {
  file: File;
  width: number;
  height: number;
}

// Longest sides in pixels, tried in order until the copy is small enough.
const sides = [2560, 1920, 1440, 1080, 720, 480];
const quality = 0.85;

/** Creates the copy in the browser with its displayed orientation; null if that fails or would end an animation. */
export async function smallerCopy(bucket: Bucket, file: File): Promise<SmallerCopy | null> {
  const { types, maxBytes } = uploads[bucket];
  if (isAnimated(new Uint8Array(await file.arrayBuffer()))) return null;
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

/**
 * A file checked by its bytes: ready for upload, or rejected with a message. `removed` names the parts of a drawing that
 * were left out.
 */
type Content =
  | { ok: true; file: File; removed?: readonly string[] }
  | { ok: false; problem: string; isTooLarge?: true };

const tooManyPixels: Content = {
  ok: false,
  problem: `The image has more than ${String(limits.imagePixels / 1_000_000)} megapixels. Upload a smaller copy.`,
  isTooLarge: true,
};

const unsupported: Content = { ok: false, problem: 'Unsupported image type.' };

/**
 * Determines the type of a file from its bytes, not its name: a photo with a wrong extension is uploaded with its real
 * type, and other content with an image's name is rejected.
 */
export async function checkContent(bucket: Bucket, file: File): Promise<Content> {
  if (file.type === svgType) return checkSvg(bucket, file);
  const type = rasterType(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  const pixels = await pixelsOf(file);
  if (type === null || !(type in uploads[bucket].types) || pixels === null) return unsupported;
  if (pixels > limits.imagePixels) return tooManyPixels;
  return { ok: true, file: type === file.type ? file : new File([file], file.name, { type }) };
}

async function checkSvg(bucket: Bucket, file: File): Promise<Content> {
  // The sanitizer loads with the first drawing.
  const { cleanSvg } = await import('./clean-svg.ts');
  const cleaned = cleanSvg(await file.arrayBuffer());
  if (!cleaned.ok) return { ok: false, problem: `This SVG is not accepted. ${cleaned.problem}.` };
  const { text, removed } = cleaned;
  const drawing = new File([text], file.name, { type: file.type });
  const { maxBytes } = uploads[bucket];
  return drawing.size <= maxBytes
    ? { ok: true, file: drawing, removed }
    : { ok: false, problem: `The drawing is ${formatBytes(drawing.size)}; the limit is ${formatBytes(maxBytes)}.` };
}

/** The number of pixels of an image; null if the browser cannot decode it. */
async function pixelsOf(file: File): Promise<number | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return width * height;
  } catch {
    return null;
  }
}
