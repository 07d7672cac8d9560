import { rasterType } from '@frontage/model/fields';
import type { Bucket } from '@frontage/model/paths';
import { svgProblem } from '@frontage/model/svg';
import { uploads } from '@frontage/model/uploads';

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
  return found === contentType ? null : `The bytes are not ${contentType}`;
}

function svgBytesProblem(bytes: Uint8Array): string | null {
  try {
    return svgProblem(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return 'It is not UTF-8 text';
  }
}
