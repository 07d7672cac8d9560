import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { imageKey, processImage } from './process-image.ts';

/** An image that compresses like a photograph. */
async function photo(width: number, height: number): Promise<Sharp> {
  const small = Buffer.from(Array.from({ length: 16 * 16 * 3 }, (_, index) => (index * 97) % 251));
  const smooth = await sharp(small, { raw: { width: 16, height: 16, channels: 3 } })
    .resize(width, height)
    .png()
    .toBuffer();
  return sharp(smooth);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG whose header declares a size, but that contains almost no pixels. */
function pngHeader(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(100));
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const bytesOf = async (image: Sharp): Promise<Uint8Array> => image.toBuffer();

describe('a photograph', () => {
  it('higher than WebP can be is made narrower', async () => {
    const processed = await processImage(await bytesOf((await photo(40, 17_000)).jpeg()));
    if (!processed.ok) throw new Error(processed.message);
    expect(processed.image.width).toBe(38);
    expect(processed.image.height).toBeLessThanOrEqual(16_383);
    expect(processed.image.sources.map(({ type }) => type)).toContain('image/webp');
  });

  it('is encoded in three widths as AVIF and WebP, and once for other browsers', async () => {
    const upload = await bytesOf((await photo(1700, 170)).jpeg({ quality: 95 }));
    const processed = await processImage(upload);
    if (!processed.ok) throw new Error(processed.message);
    const { image, files } = processed;
    const key = imageKey(upload);
    expect(image).toEqual({
      src: `/assets/images/${key}-1600.jpg`,
      width: 1600,
      height: 160,
      sources: ['avif', 'webp'].map((type) => ({
        type: `image/${type}`,
        srcset: [480, 960, 1600].map((w) => `/assets/images/${key}-${w}.${type} ${w}w`).join(', '),
      })),
    });
    expect(files.every(({ bytes }) => bytes.length < upload.length)).toBe(true);
    for (const { path, contentType, bytes } of files) {
      const { format, width } = await sharp(bytes).metadata();
      expect(contentType).toBe(`image/${format === 'heif' ? 'avif' : format}`);
      expect(path).toContain(`-${String(width)}.`);
    }
  });

  it('does not become larger than the upload, in pixels or bytes', async () => {
    const upload = await bytesOf((await photo(300, 200)).webp({ quality: 5, effort: 6 }));
    const processed = await processImage(upload);
    if (!processed.ok) throw new Error(processed.message);
    expect(processed.image).toMatchObject({ width: 300, height: 200 });
    expect(processed.files.every(({ bytes }) => bytes.length <= upload.length)).toBe(true);
    for (const { bytes } of processed.files) expect((await sharp(bytes).metadata()).width).toBeLessThanOrEqual(300);
  });

  it('loses its location and is rotated upright', async () => {
    const upload = await (
      await photo(300, 200)
    )
      .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 98 })
      .toBuffer();
    expect((await sharp(upload).metadata()).exif).toBeDefined();
    const processed = await processImage(upload);
    if (!processed.ok) throw new Error(processed.message);
    expect(processed.image).toMatchObject({ width: 200, height: 300 });
    for (const { bytes } of processed.files) expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });

  it.each(['jpeg', 'png', 'webp'] as const)('loses its location as %s that encoding would enlarge', async (format) => {
    // Noise of two colors needs one bit per pixel in a palette, and much more in another encoding.
    const bit = (pixel: number): number => ((Math.imul(pixel ^ (pixel >>> 7), 0x9e3779b1) >>> 17) & 1) * 255;
    const noise = Buffer.from(Array.from({ length: 320 * 240 * 3 }, (_, at) => bit(Math.floor(at / 3))));
    const upload = await sharp(noise, { raw: { width: 320, height: 240, channels: 3 } })
      .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toFormat(format, { quality: 20, palette: true, colors: 2, dither: 0 })
      .toBuffer();
    const processed = await processImage(upload);
    if (!processed.ok) throw new Error(processed.message);
    const { src } = processed.image;
    const served = processed.files.find(({ path }) => path === src)?.bytes ?? new Uint8Array();
    const { width, height, autoOrient, exif } = await sharp(served).metadata();
    expect({ width, height, autoOrient }).toEqual({ width: 320, height: 240, autoOrient: { width: 240, height: 320 } });
    expect(Buffer.from(exif ?? []).includes(Buffer.from([0x88, 0x25]))).toBe(false);
    expect(served.length).toBeLessThan(upload.length);
    for (const { bytes } of processed.files) expect((await sharp(bytes).metadata()).exif?.length ?? 0).toBeLessThan(40);
  });

  it('is encoded to the same bytes every time', async () => {
    const upload = await bytesOf((await photo(200, 100)).png());
    expect(await processImage(upload)).toEqual(await processImage(upload));
  });
});

describe('an animation', () => {
  const noise = (width: number, height: number, seed: number): Promise<Buffer> => {
    let state = seed;
    const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24;
    const data = Buffer.from(Array.from({ length: width * height * 3 }, next));
    return sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
  };
  const animated = async (width: number, height: number): Promise<Sharp> =>
    sharp(await Promise.all([1, 2, 3].map((seed) => noise(width, height, seed))), { join: { animated: true } });
  const timing = { delay: [100, 200, 300], loop: 2 };

  it('as WebP stays animated in each width', async () => {
    const upload = await (await animated(1000, 20)).webp({ ...timing, lossless: true }).toBuffer();
    const processed = await processImage(upload);
    if (!processed.ok) throw new Error(processed.message);
    const key = imageKey(upload);
    expect(processed.image).toEqual({
      src: `/assets/images/${key}-1000.webp`,
      width: 1000,
      height: 20,
      sources: [
        {
          type: 'image/webp',
          srcset: [480, 960, 1000].map((w) => `/assets/images/${key}-${w}.webp ${w}w`).join(', '),
        },
      ],
    });
    expect(processed.files.length).toBe(3);
    for (const { bytes } of processed.files)
      expect(await sharp(bytes).metadata()).toMatchObject({ pages: 3, ...timing });
  });

  it('that encoding would enlarge is served as uploaded, without metadata', async () => {
    const upload = await (
      await animated(60, 40)
    )
      .withExif({ IFD0: { Artist: 'Jo' } })
      .webp({ ...timing, quality: 1 })
      .toBuffer();
    const processed = await processImage(upload);
    if (!processed.ok) throw new Error(processed.message);
    const { src, sources } = processed.image;
    expect(sources).toEqual([]);
    const served = processed.files.find(({ path }) => path === src)?.bytes;
    expect(await sharp(served).metadata()).toMatchObject({ pages: 3, width: 60, height: 40, ...timing });
    expect(Buffer.from(served ?? []).includes('Jo')).toBe(false);
  });

  it('as PNG is served as uploaded', async () => {
    const still = await noise(60, 40, 1);
    // A control chunk and one frame, after the header of 33 bytes.
    const control = pngChunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]));
    const upload = Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
    const processed = await processImage(upload);
    const src = `/assets/images/${imageKey(upload)}-60.png`;
    expect(processed).toMatchObject({ ok: true, image: { src, width: 60, height: 40, sources: [] } });
    expect(processed.ok && processed.files.map(({ bytes }) => Buffer.from(bytes).includes('acTL'))).toEqual([true]);
  });
});

describe('a drawing', () => {
  const svg = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${inside}</svg>`);

  it('is served unchanged if it contains only shapes', async () => {
    const upload = svg('<rect width="10" height="10"/>');
    const path = `/assets/images/${imageKey(upload)}-40.svg`;
    expect(await processImage(upload)).toEqual({
      ok: true,
      image: { src: path, width: 40, height: 20, sources: [] },
      files: [{ path, contentType: 'image/svg+xml; charset=utf-8', bytes: upload }],
    });
  });

  it('loses comments, metadata and attributes of drawing programs', async () => {
    const upload = svg(
      '<!-- Jo --><metadata>Jo</metadata><g xmlns:i="urn:i" i:label="Jo"><rect width="1" height="1"/></g>',
    );
    const processed = await processImage(upload);
    expect(processed.ok && Buffer.from(processed.files[0]?.bytes ?? []).toString()).toBe(
      svg('<g xmlns:i="urn:i"><rect width="1" height="1"/></g>').toString(),
    );
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a handler', svg('<rect onload="alert(1)"/>')],
    ['a text that is not UTF-8', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><svg/>')],
  ])('is refused with %s', async (_, upload) => {
    expect(await processImage(upload)).toMatchObject({ ok: false });
  });
});

describe('a file that is not an image', () => {
  it.each<[string, () => Promise<Uint8Array>, string]>([
    ['text', () => Promise.resolve(Buffer.from('hello')), 'cannot be read'],
    ['an empty file', () => Promise.resolve(new Uint8Array()), 'cannot be read'],
    ['a web page', () => Promise.resolve(Buffer.from('<!doctype html><script>1</script>')), 'not shown'],
    [
      'a truncated photograph',
      async () => (await bytesOf((await photo(400, 300)).jpeg())).slice(0, 2_000),
      'cannot be read',
    ],
    ['a GIF', async () => bytesOf((await photo(20, 20)).gif()), 'not shown'],
    ['a decompression bomb', () => Promise.resolve(pngHeader(60_000, 60_000)), 'cannot be read'],
  ])('is refused: %s', async (_, make, message) => {
    const processed = await processImage(await make());
    expect(processed.ok ? '' : processed.message).toContain(message);
  });
});
