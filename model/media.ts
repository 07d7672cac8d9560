import { z } from 'zod';
import { isStorable, moment, optionalText } from './fields.ts';
import { limits } from './limits.ts';
import { unescapeVariants } from './unescape-text.ts';
import { type Bucket, buckets, collections, isDocumentId, trashId } from './paths.ts';

/** A point of an image, from 0 (left, top) to 1 (right, bottom), that stays visible where the image is cropped. */
export type Focal = { x: number; y: number };

/** The messages of the form. */
export const mediaMessages = {
  titleTooLong: 'Title must be less than 200 characters',
  altTooLong: 'Alt text must be less than 500 characters',
  decorative: 'A decorative image has no alt text',
} as const;

export const center: Focal = { x: 0.5, y: 0.5 };

const part = z.number().min(0).max(1);

/** The fields of an image in the library that staff edit. */
export const mediaForm = z
  .object({
    title: optionalText(limits.mediaTitle, mediaMessages.titleTooLong),
    /** Describes the image to visitors without sight. */
    alt: optionalText(limits.mediaAlt, mediaMessages.altTooLong),
    /** The image says nothing that the text does not say: its alt text is empty on purpose. */
    is_decorative: z.boolean(),
    focal: z.object({ x: part, y: part }),
  })
  .refine(({ alt, is_decorative }) => alt === null || !is_decorative, {
    path: ['alt'],
    message: mediaMessages.decorative,
  });

export type MediaInput = z.input<typeof mediaForm>;
export type MediaFields = z.output<typeof mediaForm>;

/**
 * Present in a library's document until a review or a release shows the image. Until then its uploader may change it, although they
 * may not publish. A document without it, such as one of an earlier version, counts as shown.
 */
const unshown = { is_unshown: z.literal(true).optional() };

/** The file of an image, as the function that checks uploads describes it. */
const mediaFile = {
  /** The address by which content shows the image. */
  url: z.string().min(1),
  /** The name of the file that was uploaded. */
  name: z.string().refine(isStorable),
  type: z.string(),
  bytes: z.int().min(0),
  /** MD5 of the bytes, in Base64. It changes when the file is replaced. */
  md5: z.string(),
  /** Pixels as displayed; null if the file does not state them. */
  width: z.int().min(1).nullable(),
  height: z.int().min(1).nullable(),
};

/** A stored `media` document. Its id is `mediaId` of its bucket and path. */
export const mediaDocument = mediaForm.safeExtend({
  ...mediaFile,
  ...unshown,
  bucket: z.enum(Object.values(buckets) as [Bucket, ...Bucket[]]),
  path: z.string().min(1),
  rev: z.int().min(1),
  created_at: moment,
  /** Uid; null if the uploader is unknown. */
  created_by: z.string().nullable(),
  updated_at: moment,
  updated_by: z.string().nullable(),
});

export type Media = z.output<typeof mediaDocument> & { id: string };

/** The fields of a new image in the library that staff edit. */
export const newMedia: MediaFields = { title: null, alt: null, is_decorative: false, focal: center };

// A version 4 UUID and an extension, as the storage rules require of uploads from browsers.
const uploadName = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\\.[a-z]{3,4}';
const wholeUploadName = new RegExp(`^${uploadName}$`);

/** Whether an upload has a name that browsers may choose. Only such an upload can be unshown. */
export const isUploadName = (path: string): boolean => wholeUploadName.test(path);

/**
 * Names of uploads in a text, in any spelling of an address and on any host. It may find too many: a name counts
 * anywhere, escaped or not.
 */
export function uploadNamesIn(text: string): Set<string> {
  const pattern = new RegExp(uploadName, 'g');
  return new Set(unescapeVariants(text).flatMap((variant) => [...variant.matchAll(pattern)].map(([name]) => name)));
}

/** Id of the library's document of an upload; null if the path is too long for an id. */
export function mediaId(bucket: Bucket, path: string): string | null {
  const id = `${bucket}_${encodeURIComponent(path)}`;
  // The id in the trash is longer.
  return isDocumentId(trashId(collections.media, id)) ? id : null;
}

/** The bucket and path of an upload by the id of its document; null for an invalid id. */
export function mediaPlace(id: string): { bucket: Bucket; path: string } | null {
  const bucket = Object.values(buckets).find((known) => id.startsWith(`${known}_`));
  try {
    return bucket ? { bucket, path: decodeURIComponent(id.slice(bucket.length + 1)) } : null;
  } catch {
    return null;
  }
}

// Firebase download addresses, on any host: hosted Storage and local ones share the path.
const downloadAddress = /^https?:\/\/[^/\s]+\/v0\/b\/([^/\s]+)\/o\/([^/?#\s]+)(?:[?#]\S*)?$/;

/** Id of the library's document of the upload that an address in content names; null for other addresses. */
export function mediaOfAddress(address: string): string | null {
  const [, name = '', encoded = ''] = downloadAddress.exec(address) ?? [];
  const bucket = Object.values(buckets).find((known) => name === known || name.endsWith(`-${known}`));
  if (bucket === undefined) return null;
  try {
    return mediaId(bucket, decodeURIComponent(encoded));
  } catch {
    return null;
  }
}

const addresses = /https?:\/\/[^\s"'<>()/\\]+\/v0\/b\/[^\s"'<>()/\\]+\/o\/[^\s"'<>()/?#\\]+/g;

/** Ids of the uploads whose addresses a text contains. */
export const mediaInText = (text: string): Set<string> =>
  new Set([...text.matchAll(addresses)].flatMap(([address]) => mediaOfAddress(address) ?? []));

/** The part of an image's description that the site shows. */
export type MediaView = Pick<Media, 'alt' | 'is_decorative' | 'focal'>;

// Steps of 5 %: the stylesheet has one class for each (`focalStyles`), because pages have no style attributes.
const step = 20;
const stepOf = (part: number): number => Math.round(part * step) * (100 / step);

/** The classes of an image with a focal point, such as `at-x30 at-y75`; empty for the center. */
export const focalClass = ({ x, y }: Focal): string =>
  [
    ['x', stepOf(x)],
    ['y', stepOf(y)],
  ]
    .flatMap(([axis, percent]) => (percent === 50 ? [] : [`at-${axis}${percent}`]))
    .join(' ');

/** The styles of the classes of `focalClass`, for images that are cropped to their box. */
export const focalStyles: string = [
  'img[class*="at-"]{object-position:var(--at-x,50%) var(--at-y,50%)}',
  ...Array.from({ length: step + 1 }, (_, index) => index * (100 / step))
    .filter((percent) => percent !== 50)
    .flatMap((percent) => ['x', 'y'].map((axis) => `.at-${axis}${percent}{--at-${axis}:${percent}%}`)),
].join('');
