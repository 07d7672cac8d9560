import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Why a request is not served, before anything looks at its body. */
export interface Rejection {
  status: 400 | 403 | 413;
  message: string;
}

/** What a server tells the guard of itself. */
export interface Guarded {
  /** The name or address it was told to listen on. */
  host: string;
  /** Bytes of the largest body that is read at all. */
  largestBody: number;
  /** Whether a request, by its decoded path, asks for what only administrators may. Default: only by its credentials. */
  isAdministrative?: (path: string) => boolean;
}

type Request = Pick<IncomingMessage, 'url' | 'headers'>;

/** Credentials of administrators that a local service believes without proof. */
const believed = /^\s*(bearer|firebase)\s+(owner|ya29\..*)\s*$/i;

/**
 * What every local server refuses. A local service believes who calls it, so the web pages a person has open must not get at what
 * administrators may do: they name themselves in `Origin` or, where they do not (a form, an image), in `Sec-Fetch-Site`. A page
 * whose own name was made to lead to this machine (DNS rebinding) names itself in `Host`.
 */
export function rejectionOf({ url = '/', headers }: Request, guarded: Guarded): Rejection | null {
  const path = pathOf(url);
  if (path === null) return { status: 400, message: 'Malformed address.' };
  if (headers.host !== undefined && !isOwnName(headers.host, guarded.host)) {
    return {
      status: 403,
      message: 'Ask for this server by an IP address, as localhost, or by the name it listens on.',
    };
  }
  if (isFromPage(headers) && (believed.test(headers.authorization ?? '') || guarded.isAdministrative?.(path))) {
    return { status: 403, message: 'Web pages may not act as administrator.' };
  }
  if (Number(headers['content-length'] ?? 0) > guarded.largestBody) {
    return { status: 413, message: `A body has at most ${guarded.largestBody} bytes.` };
  }
  return null;
}

/** The path as routers may read it: decoded, without doubled slashes, in lower case. Null when it is none. */
function pathOf(url: string): string | null {
  if (url === '*') return url;
  try {
    const path = decodeURIComponent(url.split('?')[0] ?? '');
    return path.startsWith('/') ? path.replace(/\/+/g, '/').toLowerCase() : null;
  } catch {
    return null;
  }
}

/** An address is no name that somebody else could have led here. */
function isOwnName(header: string, host: string): boolean {
  const [, bracketed, plain = bracketed ?? ''] = /^(?:\[([^\]]*)\]|([^:\s]+?)\.?)(?::\d{1,5})?$/.exec(header) ?? [];
  const name = plain.toLowerCase();
  return isIP(name) > 0 || name === 'localhost' || name.endsWith('.localhost') || name === host.toLowerCase();
}

const isFromPage = ({ origin, 'sec-fetch-site': site }: Request['headers']): boolean =>
  origin !== undefined || site === 'cross-site' || site === 'same-site';
