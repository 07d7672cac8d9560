import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

export interface HostedFile {
  body: Uint8Array | ReadableStream | Readable;
  /** Opaque, without quotes; changes with the bytes. */
  etag: string;
  /** Bytes. */
  size: number;
}

/**
 * The source of a site's files. Paths are like `page/about.html`: decoded, no leading slash, no `.` or `..` segments.
 */
export interface HostedFiles {
  /** Whether there is a release to serve; by default always. Without one, every request is answered with 503. */
  isReady?(): boolean;
  get(path: string): Promise<HostedFile | null>;
  /**
   * The redirect of a path in the shown release for a request with this query, which takes precedence over the configuration; null if it has none.
   */
  redirect?(path: string, query: string): { status: number; headers: Record<string, string> } | null;
}

interface ProviderResult {
  stream: Readable;
  etag?: string;
  size: number;
  contentType?: string;
}

type Provider = (request: IncomingMessage, pathname: string) => Promise<ProviderResult | null>;

const FAILURE = 'Internal Server Error\n';

/**
 * A file provider for superstatic. If a file cannot be read, `onFailure` receives its request, and the provider returns
 * a short text; superstatic would print the error to standard output.
 */
export function createProvider(
  files: HostedFiles,
  onFailure: (request: IncomingMessage, error: unknown) => void,
): Provider {
  return async (request, pathname) => {
    const path = plainPath(pathname);
    if (path === null) return null;
    try {
      const file = await files.get(path);
      if (file === null) return null;
      const stream = streamOf(file.body);
      stream.on('error', (error) => {
        onFailure(request, error);
        // The response has started: only a broken connection informs the client that it is incomplete.
        request.destroy();
      });
      return { stream, etag: `"${file.etag}"`, size: file.size };
    } catch (error) {
      onFailure(request, error);
      return { stream: Readable.from([FAILURE]), size: FAILURE.length, contentType: 'text/plain; charset=utf-8' };
    }
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
