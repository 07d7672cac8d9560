import sharp from 'sharp';

/** A file for `setInputFiles`. */
export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A PNG of 64 × 48 px. */
export async function createPhoto(): Promise<Upload> {
  const pixels = { create: { width: 64, height: 48, channels: 3, background: '#c44a33' } } as const;
  return { name: 'our-team.png', mimeType: 'image/png', buffer: await sharp(pixels).png().toBuffer() };
}
