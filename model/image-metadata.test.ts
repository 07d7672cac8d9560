import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withoutMetadata } from './image-metadata.ts';

const secret = 'SECRET 52.5163N';
const bytesOf = (...parts: (string | readonly number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const segment = (marker: number, content: Uint8Array): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return bytesOf([0xff, marker], length, content);
};
const pngChunk = (type: string, content: string | Uint8Array): Buffer => {
  const body = bytesOf(type, content);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return bytesOf(length, body, sum);
};
const riffChunk = (type: string, content: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return bytesOf(type, length, content, content.length % 2 === 1 ? [0] : []);
};

const plain = () => sharp({ create: { width: 24, height: 16, channels: 3, background: '#0f284c' } });
const tagged = (orientation: number) =>
  plain()
    .withExif({ IFD0: { Artist: secret }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation });
const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${secret}</x:xmpmeta>`;

/** Puts segments behind the first marker of a JPEG. */
const withSegments = (jpeg: Uint8Array, segments: readonly Uint8Array[], end: string): Buffer =>
  bytesOf(jpeg.subarray(0, 2), ...segments, jpeg.subarray(2), end);

async function samples(): Promise<Record<string, Uint8Array>> {
  const jpeg = await tagged(6).jpeg({ progressive: true }).toBuffer();
  const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const png = await tagged(6).png().toBuffer();
  const header = 33;
  const webp = await tagged(6).webp().toBuffer();
  const moreWebp = bytesOf(webp, riffChunk('XMP ', secret), riffChunk('junk', secret));
  moreWebp.writeUInt32LE(moreWebp.length - 8, 4);
  const animated = await sharp(await plain().gif().toBuffer(), { animated: true })
    .withExif({ IFD0: { Artist: secret } })
    .webp()
    .toBuffer();
  return {
    'a JPEG with Exif data, XMP, IPTC, comments, previews and data after it': withSegments(
      jpeg,
      [
        segment(0xe0, bytesOf('JFIF\0', [1, 2, 0, 0, 1, 0, 1, 1, 1], secret)),
        segment(0xe0, bytesOf('JFXX\0', secret)),
        segment(0xe1, bytesOf(xmp)),
        segment(0xe2, bytesOf('MPF\0', secret)),
        segment(0xed, bytesOf('Photoshop 3.0\0', secret)),
        segment(0xfe, bytesOf(secret)),
        bytesOf([0xff, 0xff]),
      ],
      secret,
    ),
    'a JPEG with a comment between scans': bytesOf(
      jpeg.subarray(0, scan),
      segment(0xfe, bytesOf(secret)),
      jpeg.subarray(scan),
    ),
    'a PNG with text chunks, Exif data and data after it': bytesOf(
      png.subarray(0, header),
      pngChunk('tEXt', `Author\0${secret}`),
      pngChunk('zTXt', secret),
      pngChunk('iTXt', secret),
      pngChunk('tIME', secret),
      pngChunk('prVt', secret),
      png.subarray(header),
      secret,
    ),
    'a WebP with Exif data, XMP, other chunks and data after it': bytesOf(moreWebp, secret),
    'an animated WebP': animated,
  };
}

describe('withoutMetadata', () => {
  it('removes everything but pixels, orientation and color profile', async () => {
    for (const [name, bytes] of Object.entries(await samples())) {
      expect(Buffer.from(bytes).includes('SECRET'), name).toBe(true);
      const stripped = withoutMetadata(bytes);
      expect(Buffer.from(stripped).includes('SECRET'), name).toBe(false);
      expect(Buffer.from(stripped).includes('GPS'), name).toBe(false);
      const [before, after] = [await sharp(bytes).metadata(), await sharp(stripped).metadata()];
      expect(after.orientation ?? 1, name).toBe(before.orientation ?? 1);
      expect({ ...after.autoOrient, icc: after.icc }, name).toEqual({ ...before.autoOrient, icc: before.icc });
      expect(after.xmp ?? after.iptc ?? after.comments, name).toBeUndefined();
      expect((after.exif ?? []).length, name).toBeLessThan(40);
      const pixels = (image: Uint8Array) => sharp(image, { failOn: 'warning' }).raw().toBuffer();
      expect((await pixels(stripped)).equals(await pixels(bytes)), name).toBe(true);
      expect(withoutMetadata(stripped), name).toBe(stripped);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('keeps orientation %i of every format', async (orientation) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const stripped = withoutMetadata(await tagged(orientation).toFormat(format).toBuffer());
      expect((await sharp(stripped).metadata()).orientation ?? 1, format).toBe(orientation);
    }
  });

  it('keeps the transformation of colors and the profile of a print photograph', async () => {
    const bytes = await plain().toColorspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer();
    const stripped = withoutMetadata(bytes);
    expect((await sharp(stripped).metadata()).icc).toEqual((await sharp(bytes).metadata()).icc);
    const pixels = (image: Uint8Array) => sharp(image).raw().toBuffer();
    expect((await pixels(stripped)).equals(await pixels(bytes))).toBe(true);
  });

  it('returns an image without metadata, and any other file, unchanged', async () => {
    const files = [
      await plain().png().toBuffer(),
      await plain().webp().toBuffer(),
      await plain().gif().toBuffer(),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'),
      Buffer.from('hello'),
      new Uint8Array(),
    ];
    for (const bytes of files) expect(withoutMetadata(bytes)).toBe(bytes);
  });

  it('removes metadata from damaged images at any place', async () => {
    for (const [name, bytes] of Object.entries(await samples())) {
      for (let length = 0; length < bytes.length; length += 7) {
        expect(Buffer.from(withoutMetadata(bytes.subarray(0, length))).includes('SECRET'), name).toBe(false);
      }
    }
  });

  it('removes comments, metadata and attributes of drawing programs from a drawing', () => {
    const svg = (inside: string, own = '') =>
      `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${own}>${inside}</svg>`;
    const shapes = `<title>A > b</title><use xlink:href="#a" xml:space='preserve' /><g id="a"><path d="M0 0"/></g>`;
    const drawing = svg(
      `<!-- ${secret} --><metadata id="m">${secret}<metadata><g/>${secret}</metadata></metadata><metadata/>${shapes}`,
      ` inkscape:export-filename = "C:\\\\Users\\\\${secret} > a.png" sodipodi:docname='${secret}'`,
    );
    expect(new TextDecoder().decode(withoutMetadata(Buffer.from(drawing)))).toBe(svg(shapes));
  });
});
