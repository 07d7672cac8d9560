import type { Bucket } from '@frontage/model/paths';
import { uploads } from '@frontage/model/uploads';
import { describe, expect, it } from 'vitest';
import { uploadProblem } from './upload-problem.ts';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>');
const scripted = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');

/** The header of a PNG that states a size. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(33);
  header.set([...png.subarray(0, 8), 0, 0, 0, 13, ...Buffer.from('IHDR')]);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

describe('uploadProblem', () => {
  it.each<[string, Bucket, string | undefined, Uint8Array, string | null]>([
    ['a JPEG', 'homepage-images', 'image/jpeg', jpeg, null],
    ['a PNG', 'homepage-images', 'image/png', png, null],
    ['a WebP', 'demo-images', 'image/webp', webp, null],
    ['an SVG', 'branding-assets', 'image/svg+xml', svg, null],
    ['a PNG called JPEG', 'demo-images', 'image/jpeg', png, 'The bytes are not image/jpeg'],
    ['text called PNG', 'demo-images', 'image/png', Buffer.from('hello'), 'The bytes are not image/png'],
    ['an empty file', 'demo-images', 'image/png', Buffer.alloc(0), 'The bytes are not image/png'],
    [
      'a RIFF that is no WebP',
      'demo-images',
      'image/webp',
      Buffer.from('RIFF\0\0\0\0WAVE'),
      'The bytes are not image/webp',
    ],
    ['an SVG in a bucket of photos', 'demo-images', 'image/svg+xml', svg, 'The type image/svg+xml is not accepted'],
    ['an inherited name as type', 'demo-images', 'constructor', png, 'The type constructor is not accepted'],
    ['no type', 'demo-images', undefined, png, 'The type (none) is not accepted'],
    ['an SVG with a script', 'branding-assets', 'image/svg+xml', scripted, 'It contains <script>'],
    ['an SVG that is not text', 'branding-assets', 'image/svg+xml', jpeg, 'It is not UTF-8 text'],
    ['an image of 100 megapixels', 'demo-images', 'image/png', pngOf(10_000, 10_000), null],
    ['an image of more', 'demo-images', 'image/png', pngOf(10_000, 10_001), 'It has more than 100 megapixels'],
    [
      'a file that is too large',
      'branding-assets',
      'image/png',
      Buffer.alloc(uploads['branding-assets'].maxBytes + 1),
      'It is too large',
    ],
  ])('checks %s in %s', (_case, ...[bucket, contentType, bytes, problem]) => {
    expect(uploadProblem({ bucket, contentType, contentEncoding: undefined, bytes })).toBe(problem);
  });

  it('refuses an encoding, because browsers would receive decoded bytes', () => {
    const upload = { bucket: 'demo-images', contentType: 'image/png', contentEncoding: 'gzip', bytes: png } as const;
    expect(uploadProblem(upload)).toBe('It is encoded as gzip');
  });
});
