import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

export interface HostedFile {
  body: Uint8Array | ReadableStream | Readable;
  /** Opaque, without quotes; changes whenever the bytes do. */
  etag: string;
  /** Bytes. */
  size: number;
}

/** Where a site's files come from. Paths look like `page/about.html`: decoded, no leading slash, no `.` or `..` segments. */
export interface HostedFiles {
  get(path: string): Promise<HostedFile | null>;
}

interface ProviderResult {
  stream: Readable;
  etag: string;
  size: number;
}

/** The file provider superstatic asks, as it wants it. */
export function createProvider(
  files: HostedFiles,
): (request: unknown, pathname: string) => Promise<ProviderResult | null> {
  return async (_request, pathname) => {
    const path = plainPath(pathname);
    const file = path === null ? null : await files.get(path);
    return file === null ? null : { stream: streamOf(file.body), etag: `"${file.etag}"`, size: file.size };
  };
}

function plainPath(pathname: string): string | null {
  const path = decodeURIComponent(pathname).replace(/^\/+/, '');
  const unsafe = /[\0\\]/.test(path) || path.split('/').some((segment) => segment === '.' || segment === '..');
  return unsafe ? null : path;
}

function streamOf(body: HostedFile['body']): Readable {
  if (body instanceof Readable) return body;
  return body instanceof Uint8Array
    ? Readable.from([Buffer.from(body.buffer, body.byteOffset, body.byteLength)])
    : Readable.fromWeb(body);
}
