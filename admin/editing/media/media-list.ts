import type { Media } from '@frontage/model/media';
import type { Bucket } from '@frontage/model/paths';

/** The filters of the library, as in the address of the screen. */
export interface MediaFilter {
  search: string;
  /** A bucket, or `all`. */
  bucket: string;
  /** `all`, `unused`, `no-alt` or `mine`. */
  state: string;
}

/** The names of buckets for editors. */
export const bucketNames: Record<Bucket, string> = {
  'homepage-images': 'Pages and sections',
  'demo-images': 'Demos and sharing',
  'branding-assets': 'Branding',
};

/** The name of an image for editors: its title, else its file name. */
export const mediaName = ({ title, name }: Pick<Media, 'title' | 'name'>): string => title ?? name;

/** Whether an image was neither described nor declared decorative. */
export const lacksAlt = ({ alt, is_decorative }: Pick<Media, 'alt' | 'is_decorative'>): boolean =>
  alt === null && !is_decorative;

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

interface Known {
  /** The ids of images that something shows; null while they are unknown. */
  used: Pick<ReadonlySet<string>, 'has'> | null;
  uid: string;
}

/** The images that match, newest upload first: every word of the search occurs in title, name or alt text. */
export function filterMedia(all: readonly Media[], { search, bucket, state }: MediaFilter, known: Known): Media[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const isFound = ({ title, name, alt }: Media): boolean => {
    const text = fold([title, name, alt].join(' '));
    return words.every((word) => text.includes(word));
  };
  const isInState = (media: Media): boolean => {
    if (state === 'unused') return known.used !== null && !known.used.has(media.id);
    if (state === 'no-alt') return lacksAlt(media);
    return state !== 'mine' || media.created_by === known.uid;
  };
  return all
    .filter((media) => (bucket === 'all' || media.bucket === bucket) && isInState(media) && isFound(media))
    .sort((a, b) => (a.created_at > b.created_at ? -1 : a.created_at < b.created_at ? 1 : a.id < b.id ? -1 : 1));
}

/** The address of an image in the admin: it changes with the file, so that no browser shows a replaced one. */
export const previewAddress = ({ url, md5 }: Pick<Media, 'url' | 'md5'>): string =>
  `${url}${url.includes('?') ? '&' : '?'}v=${encodeURIComponent(md5)}`;

/** The part of a grid of equal rows that a window shows, with some rows around it. */
export function visibleRows({
  top,
  height,
  rowHeight,
  rows,
}: {
  /** How far the grid's start is above the top of the window, in pixels. */
  top: number;
  height: number;
  rowHeight: number;
  rows: number;
}): { first: number; last: number } {
  const around = 2;
  const first = Math.max(0, Math.min(rows - 1, Math.floor(top / rowHeight) - around));
  return { first, last: Math.min(rows, Math.ceil((top + height) / rowHeight) + around) };
}
