import { createHash } from 'node:crypto';
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import type { Image } from '@frontage/model/uploads';
import { limits } from '@frontage/model/limits';
import { messageOf } from '@frontage/model/messages';
import { isAnimated } from '@frontage/model/animated-image';
import { looksLikeSvg, withoutMetadata } from '@frontage/model/image-metadata';
import { svgProblem } from '@frontage/model/svg';

/** A file generated from an uploaded image. */
export interface EncodedImage {
  /** Path on the site. */
  path: string;
  contentType: string;
  bytes: Uint8Array;
}

export type Processed = { ok: true; image: Image; files: EncodedImage[] } | { ok: false; message: string };

const widths = [480, 960, 1600] as const;
const largest = 1600;

// The limit of WebP. A higher image is made narrower.
const highest = 16_383;

const limitInputPixels = limits.imagePixels;

// Like WebP and JPEG, AVIF stores colors at half the resolution: 7 % smaller, a fifth less processor time. WebP is for
// browsers older than 2024, so it is encoded in half the time and is 6 % larger.
const formats = {
  avif: {
    type: 'image/avif',
    encode: (image: Sharp) => image.avif({ effort: 1, quality: 55, chromaSubsampling: '4:2:0' }),
  },
  webp: { type: 'image/webp', encode: (image: Sharp) => image.webp({ quality: 78, effort: 2 }) },
  jpeg: { type: 'image/jpeg', encode: (image: Sharp) => image.jpeg({ quality: 80, mozjpeg: true }) },
  png: { type: 'image/png', encode: (image: Sharp) => image.png({ compressionLevel: 9 }) },
} as const;

type Format = keyof typeof formats;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

// Another encoder produces other bytes, which need another address, because addresses of images are cached permanently.
const encoderId = sha256(`frontage images 5 ${JSON.stringify(sharp.versions)}`).slice(0, 4);

/** Identifies uploaded bytes together with the current encoder. */
export const imageKey = (bytes: Uint8Array): string => encoderId + sha256(bytes).slice(0, 16);

/** Whether a key was made with the current encoder. */
export const isCurrentKey = (key: string): boolean => key.startsWith(encoderId);

const pathOf = (key: string, width: number, extension: string): string =>
  `/assets/images/${key}-${String(width)}.${extension}`;

/**
 * Converts an upload to the served files: AVIF and WebP at up to three widths and one file for browsers that support
 * neither. An animated image becomes animated WebP or stays as uploaded, since AVIF and JPEG would show its first frame
 * only. Nothing is larger than the upload, in pixels or in bytes. No file has metadata (places, cameras, authors), also
 * one that is served as uploaded because encoding would enlarge it.
 */
export async function processImage(bytes: Uint8Array): Promise<Processed> {
  if (looksLikeSvg(bytes)) return processSvg(bytes);
  const metadata = await readMetadata(bytes).catch(messageOf);
  if (typeof metadata === 'string') return { ok: false, message: `The image cannot be read: ${metadata}` };
  const format = sourceFormat(metadata);
  if (format === null) return { ok: false, message: `Images of type ${metadata.format} are not shown` };
  const upload = { bytes, key: imageKey(bytes), metadata, format };
  try {
    if ((metadata.pages ?? 1) > 1) return { ok: true, ...(await encodeAnimation(upload)) };
    if (isAnimated(bytes)) return { ok: true, ...withOriginal(upload, [], []) };
    return { ok: true, ...(await encodeAll(upload)) };
  } catch (error) {
    return { ok: false, message: `The image cannot be read: ${messageOf(error)}` };
  }
}

interface Encoded {
  image: Image;
  files: EncodedImage[];
}

interface Upload {
  bytes: Uint8Array;
  key: string;
  metadata: Metadata;
  format: Exclude<Format, 'avif'>;
}

async function encodeAll(upload: Upload): Promise<Encoded> {
  const { bytes, key, metadata, format } = upload;
  const { width: fullWidth, height: fullHeight } = metadata.autoOrient;
  const { largestPixels, everyPixels } = await resizeAll(bytes, { fullWidth, fullHeight });
  const encoded = new Map<string, Promise<EncodedImage | null>>();
  const encode = ({ data, info }: Pixels, to: Format): Promise<EncodedImage | null> => {
    const path = pathOf(key, info.width, to === 'jpeg' ? 'jpg' : to);
    const file =
      encoded.get(path) ??
      formats[to]
        .encode(sharp(data, { raw: info }))
        .toBuffer()
        .then((made) => (made.length < bytes.length ? { path, contentType: formats[to].type, bytes: made } : null));
    encoded.set(path, file);
    return file;
  };
  const sourcesIn = async (to: 'avif' | 'webp'): Promise<Image['sources']> => {
    const candidates = everyPixels.map(async (pixels) => {
      const file = await encode(pixels, to);
      return file && `${file.path} ${String(pixels.info.width)}w`;
    });
    const srcset = (await Promise.all(candidates)).filter((candidate) => candidate !== null).join(', ');
    return srcset === '' ? [] : [{ type: formats[to].type, srcset }];
  };

  // In parallel: the encoders compute in separate threads.
  const [avif, webp, fallback] = await Promise.all([
    sourcesIn('avif'),
    sourcesIn('webp'),
    encode(largestPixels, format),
  ]);
  const sources = [...avif, ...webp];
  const files = (await Promise.all(encoded.values())).filter((file) => file !== null);
  if (fallback) {
    const { width } = largestPixels.info;
    const height = Math.round((fullHeight * width) / fullWidth);
    return { image: { src: fallback.path, width, height, sources }, files };
  }
  return withOriginal(upload, sources, files);
}

/** The image with the upload itself, without metadata, as the file for all browsers. */
function withOriginal(
  { bytes, key, metadata, format }: Upload,
  sources: Image['sources'],
  files: EncodedImage[],
): Encoded {
  const { width, height } = metadata.autoOrient;
  const src = pathOf(key, width, format === 'jpeg' ? 'jpg' : format);
  const original = { path: src, contentType: formats[format].type, bytes: withoutMetadata(bytes) };
  return { image: { src, width, height, sources }, files: [...files, original] };
}

/** Resizes every frame of an animated WebP. Frames that exceed the limit of pixels together stay as uploaded. */
async function encodeAnimation(upload: Upload): Promise<Encoded> {
  const { bytes, key, metadata } = upload;
  const { width: fullWidth, height: fullHeight } = metadata.autoOrient;
  if (fullWidth * fullHeight * (metadata.pages ?? 1) > limitInputPixels) return withOriginal(upload, [], []);
  const most = Math.min(fullWidth, largest);
  const made = await Promise.all(
    [...widths.filter((width) => width < most), most].map(async (width) => {
      const frames = sharp(bytes, { animated: true, limitInputPixels, failOn: 'error' });
      const data = await formats.webp.encode(frames.resize({ width })).toBuffer();
      return { width, file: { path: pathOf(key, width, 'webp'), contentType: formats.webp.type, bytes: data } };
    }),
  );
  const smaller = made.filter(({ file }) => file.bytes.length < bytes.length);
  const files = smaller.map(({ file }) => file);
  const srcset = smaller.map(({ width, file }) => `${file.path} ${String(width)}w`).join(', ');
  const sources: Image['sources'] = srcset === '' ? [] : [{ type: formats.webp.type, srcset }];
  const last = smaller.at(-1);
  if (last?.width !== most) return withOriginal(upload, sources, files);
  const height = Math.round((fullHeight * most) / fullWidth);
  return { image: { src: last.file.path, width: most, height, sources }, files };
}

interface Pixels {
  data: Uint8Array;
  info: OutputInfo;
}

/** Decodes the upload once, rotates it upright, and resizes it to each width that is not larger than the upload. */
async function resizeAll(bytes: Uint8Array, { fullWidth, fullHeight }: { fullWidth: number; fullHeight: number }) {
  const narrowest = Math.max(1, Math.floor((highest * fullWidth) / Math.max(highest, fullHeight)));
  const upload = sharp(bytes, { limitInputPixels, failOn: 'error' }).autoOrient();
  const resize = (image: Sharp, width: number): Promise<Pixels> =>
    image.resize({ width }).raw().toBuffer({ resolveWithObject: true });
  const largestPixels = await resize(upload, Math.min(narrowest, largest));
  const { data, info } = largestPixels;
  const smaller = widths.filter((width) => width < info.width);
  const resized = await Promise.all(smaller.map((width) => resize(sharp(data, { raw: info }), width)));
  return { largestPixels, everyPixels: [...resized, largestPixels] };
}

/** The format for browsers without AVIF and WebP; null if the upload must not be shown. */
function sourceFormat({ format }: Metadata): Upload['format'] | null {
  return format === 'jpeg' || format === 'png' || format === 'webp' ? format : null;
}

/** Drawings are served if they contain only shapes. Anything else could run code on the site's origin. */
async function processSvg(bytes: Uint8Array): Promise<Processed> {
  const problem = svgProblem(new TextDecoder('utf-8').decode(bytes));
  if (problem !== null) return { ok: false, message: `The drawing is not shown: ${problem}` };
  const metadata = await readMetadata(bytes).catch(messageOf);
  if (typeof metadata === 'string') return { ok: false, message: `The image cannot be read: ${metadata}` };
  const { width, height } = metadata;
  const path = pathOf(imageKey(bytes), width, 'svg');
  const file = { path, contentType: 'image/svg+xml; charset=utf-8', bytes: withoutMetadata(bytes) };
  return { ok: true, image: { src: path, width, height, sources: [] }, files: [file] };
}

const readMetadata = async (bytes: Uint8Array): Promise<Metadata> => sharp(bytes, { limitInputPixels }).metadata();
