import type { Image } from '@frontage/model/content';

// As site.css draws it, in CSS pixels: a height, and the width that even the widest has.
const height = 40.5;
const widest = 180;

/** How wide a logo stands beside the name: it keeps its shape. One whose shape is not known is taken for a wide one. */
export function logoWidth(address: string | null, find: (address: string) => Image | null): number {
  if (address === null) return 0;
  const image = find(address);
  return image ? Math.min(widest, Math.ceil((height * image.width) / image.height)) : widest;
}
