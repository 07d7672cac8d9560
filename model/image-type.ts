export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/svg+xml';

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, index) => bytes[at + index] === byte);

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** The raster image type whose signature is at the start of `bytes`; null if there is none. */
export function rasterType(bytes: Uint8Array): Exclude<ImageType, 'image/svg+xml'> | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'image/webp';
  return null;
}
