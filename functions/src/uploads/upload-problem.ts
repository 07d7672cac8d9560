import { limits } from '@frontage/model/limits';
import { rasterType } from '@frontage/model/fields';
import type { Bucket } from '@frontage/model/paths';
import { svgProblem } from '@frontage/model/svg';
import { uploads } from '@frontage/model/uploads';
import imageSize from 'image-size';

interface Upload {
  bucket: Bucket;
  contentType: string | undefined;
  /** The stored encoding; if it is set, browsers would receive decoded bytes. */
  contentEncoding: string | undefined;
  bytes: Uint8Array;
}

/** The reason why an upload is not allowed: its type, encoding, size or content. Null if it is allowed. */
export function uploadProblem({ bucket, contentType, contentEncoding, bytes }: Upload): string | null {
  const { types, maxBytes } = uploads[bucket];
  if (contentType === undefined || !Object.hasOwn(types, contentType))
    return `The type ${contentType ?? '(none)'} is not accepted`;
  if (contentEncoding) return `It is encoded as ${contentEncoding}`;
  if (bytes.byteLength > maxBytes) return 'It is too large';
  if (contentType === 'image/svg+xml') return svgBytesProblem(bytes);
  const found = rasterType(bytes);
  if (found !== contentType) return `The bytes are not ${contentType}`;
  return pixelsOf(bytes) > limits.imagePixels ? 'It has more than 100 megapixels' : null;
}

/** The number of pixels that a file states; 0 if it states none, as damaged ones, which are not shown. */
function pixelsOf(bytes: Uint8Array): number {
  // A shorter file has no complete header, and the library would read bytes that do not exist.
  if (bytes.length < 32) return 0;
  try {
    const { width, height } = imageSize(bytes);
    return width * height;
  } catch {
    return 0;
  }
}

function svgBytesProblem(bytes: Uint8Array): string | null {
  try {
    return svgProblem(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return 'It is not UTF-8 text';
  }
}
