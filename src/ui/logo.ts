import type { Image } from '@frontage/model/uploads';

// As in header.css, in CSS pixels: the height and the maximum width.
const height = 40.5;
const widest = 180;

/** The width of a logo beside the name, by its aspect ratio. A logo of unknown size counts as a wide one. */
export function logoWidth(address: string | null, find: (address: string) => Image | null): number {
  if (address === null) return 0;
  const image = find(address);
  return image ? Math.min(widest, Math.ceil((height * image.width) / image.height)) : widest;
}
