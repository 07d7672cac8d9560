import { createHash } from 'node:crypto';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Image } from '@frontage/model/content';
import { svgProblem } from '@frontage/model/svg';

/** A file made of an uploaded image. */
export interface ImageFile {
  /** Path on the site. */
  path: string;
  contentType: string;
  bytes: Uint8Array;
}

export type Processed = { ok: true; image: Image; files: ImageFile[] } | { ok: false; message: string };

const widths = [480, 960, 1600] as const;
const largest = 1600;

// A small file can unfold into gigabytes: nothing a camera makes is refused by this.
const limitInputPixels = 100_000_000;

const formats = {
  avif: { type: 'image/avif', encode: (image: Sharp) => image.avif({ effort: 2, quality: 55 }) },
  webp: { type: 'image/webp', encode: (image: Sharp) => image.webp({ quality: 78, effort: 4 }) },
  jpeg: { type: 'image/jpeg', encode: (image: Sharp) => image.jpeg({ quality: 80, mozjpeg: true }) },
  png: { type: 'image/png', encode: (image: Sharp) => image.png({ compressionLevel: 9 }) },
} as const;

type Format = keyof typeof formats;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

// Another encoder gives other bytes, which must not stand at an address that is kept for good.
const way = sha256(`frontage images 1 ${JSON.stringify(sharp.versions)}`).slice(0, 4);

/** Identifies uploaded bytes together with this way of processing them. */
export const imageKey = (bytes: Uint8Array): string => way + sha256(bytes).slice(0, 16);

/** Whether a key is of this way of processing. */
export const isCurrentKey = (key: string): boolean => key.startsWith(way);

const pathOf = (key: string, width: number, extension: string): string =>
  `/assets/images/${key}-${String(width)}.${extension}`;

/**
 * Turns an upload into what visitors get: AVIF and WebP at up to three widths and one file for browsers that know
 * neither. Nothing is larger than the upload, in pixels or in bytes. Photographs lose their metadata (places, cameras).
 */
export async function processImage(bytes: Uint8Array): Promise<Processed> {
  if (looksLikeSvg(bytes)) return processSvg(bytes);
  const metadata = await readMetadata(bytes).catch(messageOf);
  if (typeof metadata === 'string') return { ok: false, message: `The image cannot be read: ${metadata}` };
  const format = sourceFormat(metadata);
  if (format === null) return { ok: false, message: `Images of type ${metadata.format} are not shown` };
  try {
    return { ok: true, ...(await encodeAll({ bytes, key: imageKey(bytes), metadata, format })) };
  } catch (error) {
    return { ok: false, message: `The image cannot be read: ${messageOf(error)}` };
  }
}

interface Upload {
  bytes: Uint8Array;
  key: string;
  metadata: Metadata;
  format: Exclude<Format, 'avif'>;
}

async function encodeAll({ bytes, key, metadata, format }: Upload): Promise<{ image: Image; files: ImageFile[] }> {
  const { width: fullWidth, height: fullHeight } = metadata.autoOrient;
  const files = new Map<string, ImageFile>();
  const encode = async (width: number, to: Format): Promise<ImageFile | null> => {
    const source = sharp(bytes, { limitInputPixels, failOn: 'error' }).autoOrient().resize({ width });
    const encoded = await formats[to].encode(source).toBuffer();
    const path = pathOf(key, width, to === 'jpeg' ? 'jpg' : to);
    return encoded.length < bytes.length ? { path, contentType: formats[to].type, bytes: encoded } : null;
  };
  const keep = (file: ImageFile): string => {
    files.set(file.path, file);
    return file.path;
  };

  const sources: Image['sources'] = [];
  for (const to of ['avif', 'webp'] as const) {
    const srcset: string[] = [];
    for (const width of fittingWidths(fullWidth)) {
      const file = await encode(width, to);
      if (file) srcset.push(`${keep(file)} ${String(width)}w`);
    }
    if (srcset.length > 0) sources.push({ type: formats[to].type, srcset: srcset.join(', ') });
  }
  const width = Math.min(fullWidth, largest);
  const fallback = await encode(width, format);
  if (fallback) {
    const height = Math.round((fullHeight * width) / fullWidth);
    return { image: { src: keep(fallback), width, height, sources }, files: [...files.values()] };
  }
  const extension = format === 'jpeg' ? 'jpg' : format;
  const src = keep({ path: pathOf(key, fullWidth, extension), contentType: formats[format].type, bytes });
  return { image: { src, width: fullWidth, height: fullHeight, sources }, files: [...files.values()] };
}

/** Each width that the image has; its own where that is less than the largest. */
function fittingWidths(full: number): number[] {
  const most = Math.min(full, largest);
  return [...widths.filter((width) => width < most), most];
}

/** What an upload is offered as to browsers that know neither AVIF nor WebP; null where it is not to be shown. */
function sourceFormat({ format }: Metadata): Upload['format'] | null {
  return format === 'jpeg' || format === 'png' || format === 'webp' ? format : null;
}

function looksLikeSvg(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*<(\?xml|!--|svg|!DOCTYPE)/i.test(new TextDecoder().decode(bytes.subarray(0, 256)));
}

/** Drawings are served as they are, if all they do is draw: anything else could run on the site's own origin. */
async function processSvg(bytes: Uint8Array): Promise<Processed> {
  const problem = svgProblem(new TextDecoder('utf-8').decode(bytes));
  if (problem !== null) return { ok: false, message: `The drawing is not shown: ${problem}` };
  const metadata = await readMetadata(bytes).catch(messageOf);
  if (typeof metadata === 'string') return { ok: false, message: `The image cannot be read: ${metadata}` };
  const { width, height } = metadata;
  const path = pathOf(imageKey(bytes), width, 'svg');
  const file = { path, contentType: 'image/svg+xml; charset=utf-8', bytes };
  return { ok: true, image: { src: path, width, height, sources: [] }, files: [file] };
}

const readMetadata = async (bytes: Uint8Array): Promise<Metadata> => sharp(bytes, { limitInputPixels }).metadata();

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
