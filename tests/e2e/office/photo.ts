import sharp from 'sharp';

/** A file as a file chooser takes it. */
export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A small picture. */
export async function aPhoto(): Promise<Upload> {
  const pixels = { create: { width: 64, height: 48, channels: 3, background: '#c44a33' } } as const;
  return { name: 'our-team.png', mimeType: 'image/png', buffer: await sharp(pixels).png().toBuffer() };
}
