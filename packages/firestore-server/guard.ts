import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The reason why a request is refused before its body is read. */
export interface Rejection {
  status: 400 | 403 | 413;
  message: string;
}

/** The properties of a server that the guard uses. */
export interface Guarded {
  /** The name or address on which it listens. */
  host: string;
  /** The maximum size of a body in bytes. */
  largestBody: number;
  /** Whether a request is administrative according to its decoded path. By default only its credentials decide. */
  isAdministrative?: (path: string) => boolean;
}

type Request = Pick<IncomingMessage, 'url' | 'headers'>;

/** Administrator credentials that a local service accepts without verification. */
const adminCredentials = /^\s*(bearer|firebase)\s+(owner|ya29\..*)\s*$/i;

/**
 * Refusals of every local server. A local service trusts its callers, so open web pages must not send administrative
 * requests: they are recognized by `Origin` or, for forms and images, by `Sec-Fetch-Site`. A page
 * using DNS rebinding is recognized by `Host`.
 */
export function rejectionOf({ url = '/', headers }: Request, guarded: Guarded): Rejection | null {
  const path = pathOf(url);
  if (path === null) return { status: 400, message: 'Malformed address.' };
  if (headers.host !== undefined && !isOwnName(headers.host, guarded.host)) {
    return {
      status: 403,
      message: 'Use an IP address, localhost, or the name on which this server listens.',
    };
  }
  if (isFromPage(headers) && (adminCredentials.test(headers.authorization ?? '') || guarded.isAdministrative?.(path))) {
    return { status: 403, message: 'Web pages may not act as administrator.' };
  }
  if (Number(headers['content-length'] ?? 0) > guarded.largestBody) {
    return { status: 413, message: `A body has at most ${guarded.largestBody} bytes.` };
  }
  return null;
}

/**
 * The path in the form that routers may use: decoded, without doubled slashes, in lower case. Null if it is invalid.
 */
function pathOf(url: string): string | null {
  if (url === '*') return url;
  try {
    const path = decodeURIComponent(url.split('?')[0] ?? '');
    return path.startsWith('/') ? path.replace(/\/+/g, '/').toLowerCase() : null;
  } catch {
    return null;
  }
}

/** Whether a Host header names this server. IP addresses are accepted, because DNS rebinding requires a name. */
function isOwnName(header: string, host: string): boolean {
  const [, bracketed, plain = bracketed ?? ''] = /^(?:\[([^\]]*)\]|([^:\s]+?)\.?)(?::\d{1,5})?$/.exec(header) ?? [];
  const name = plain.toLowerCase();
  return isIP(name) > 0 || name === 'localhost' || name.endsWith('.localhost') || name === host.toLowerCase();
}

const isFromPage = ({ origin, 'sec-fetch-site': site }: Request['headers']): boolean =>
  origin !== undefined || site === 'cross-site' || site === 'same-site';
