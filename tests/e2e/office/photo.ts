import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A file for `setInputFiles`. */
export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A PNG of 64 × 48 px that no other upload equals: the admin offers the image of the library for equal bytes. */
export async function createPhoto(): Promise<Upload> {
  const [red = 0, green = 0, blue = 0] = randomBytes(3);
  const pixels = { create: { width: 64, height: 48, channels: 3, background: { r: red, g: green, b: blue } } } as const;
  return { name: 'our-team.png', mimeType: 'image/png', buffer: await sharp(pixels).png().toBuffer() };
}
