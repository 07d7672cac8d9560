import { z } from 'zod';
import { moment } from './fields.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';
import { isHttpUrl, isSitePath } from './url.ts';

// Patterns of paths that can be redirected, valid in JavaScript and RE2: firestore.rules contains the same ones. A path
// has one canonical spelling, which browsers send: special characters are percent-encoded UTF-8 in uppercase. Paths
// with an encoded slash, backslash or invisible character in a segment have none.
const utf8 =
  '%C2%[AB][0-9A-F]|%(?:C[3-9A-F]|D[0-9A-F])%[89AB][0-9A-F]|%E0%[AB][0-9A-F]%[89AB][0-9A-F]|' +
  '%(?:E[1-9A-CEF]%[89AB][0-9A-F]|ED%[89][0-9A-F])%[89AB][0-9A-F]|' +
  '%(?:F0%[9AB]|F[1-3]%[89AB]|F4%8)[0-9A-F](?:%[89AB][0-9A-F]){2}';

/** Pattern of a path in its canonical spelling, without a query or a trailing slash. */
export const redirectFromPattern = `(?:/(?:[A-Za-z0-9._~!$&\\x27()*+,;=:@-]|%(?:2[0235]|3[CEF]|5[BDE]|60|7[BCD])|${utf8})+)+`;

/** Pattern of paths that are never redirected: paths of the product, and paths with dot segments. */
export const ownPathPattern = '/(?:admin|auth|assets|api|embed|preview|_[^/]*)(?:/.*)?|(?:/.*)?/\\.{1,2}(?:/.*)?';

const redirectFrom = new RegExp(`^(?:${redirectFromPattern})$`);
const ownPath = new RegExp(`^(?:${ownPathPattern})$`);

/** Whether a path can be redirected. */
export const isRedirectFrom = (path: string): boolean => redirectFrom.test(path) && !ownPath.test(path);

const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** The canonical spelling of a path on this site, without query and trailing slash; null if it has none. */
export function normalizePath(path: string): string | null {
  const [typed = ''] = path.split(/[?#]/, 1);
  if (!/^\/[^/]/.test(typed)) return null;
  // Browsers resolve dot segments before they request a path.
  const plain = dotSegment.test(typed) ? new URL(typed, 'http://site.example').pathname : typed;
  if (!/^\/[^/]/.test(plain)) return null;
  try {
    return plain
      .replace(/\/$/, '')
      .split('/')
      .map((name) => encodeURI(decodeURIComponent(name)).replaceAll(/[?#]/g, encodeURIComponent))
      .join('/');
  } catch {
    return null;
  }
}

// Ports of http and https: a server redirects one to the other.
const defaultPorts = new Set(['', '80', '443']);

interface Host {
  name: string;
  port: string;
}

function hostOf(address: string): (Host & { url: URL }) | null {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (url === null) return null;
  return { url, name: url.hostname.replace(/\.$/, ''), port: defaultPorts.has(url.port) ? '' : url.port };
}

/** The path, query and fragment of an address on a host of these origins; other addresses are returned unchanged. */
export function withoutOwnOrigin(address: string, origins: readonly (string | null)[]): string {
  const host = hostOf(address.trim());
  if (host === null) return address;
  const isOwn = origins.some((origin) => {
    const own = origin === null ? null : hostOf(origin);
    return own !== null && own.name === host.name && own.port === host.port;
  });
  const { pathname, search, hash } = host.url;
  return isOwn ? pathname.replace(/^\/+/, '/') + search + hash : address;
}

/**
 * The `Cache-Control` of a redirect from content: it can be changed or removed at any time, so it is revalidated on
 * each visit. Browsers keep a 301 without it for good.
 */
export const redirectCaching = 'public, max-age=0, must-revalidate';

/** The location of a redirect for a request with this query, such as `utm_source=a`, which follows the target's own. */
export function withQuery(to: string, query: string): string {
  if (query === '') return to;
  const [, target = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(to) ?? [];
  const mark = !target.includes('?') ? '?' : /[?&]$/.test(target) ? '' : '&';
  return target + mark + query.replaceAll(/[^!-~]/gu, encodeURIComponent) + fragment;
}

/** 301: permanent, for search engines; 302: temporary. */
export const redirectStatuses = [301, 302] as const;
export type RedirectStatus = (typeof redirectStatuses)[number];

const target = z
  .string()
  .max(limits.url, invalid.urlOrPath)
  .refine((to) => isHttpUrl(to) || isSitePath(to), invalid.urlOrPath);

/** The fields of an administrator's redirect. `to` is null for a removed redirect. */
export const redirectFields = z.object({
  from: z.string().max(limits.url, invalid.redirectFrom).refine(isRedirectFrom, invalid.redirectFrom),
  to: target.nullable(),
  status: z.union(redirectStatuses.map((status) => z.literal(status))),
});

export type RedirectFields = z.output<typeof redirectFields>;

/** Fields of a redirect that does not point to itself. */
export const redirectChange = redirectFields.refine(({ from, to }) => to === null || normalizePath(to) !== from, {
  path: ['to'],
  message: invalid.redirectLoop,
});

/** `POST /staff/plan/redirects`: the impact of storing redirects. The response is a `planAnswer`. */
export const redirectsRequest = z.object({ redirects: z.array(redirectFields) });

/** A stored `redirects` document. Its id is the SHA-256 of `from`, in hexadecimal digits. */
export const redirectDocument = z
  .object({ ...redirectFields.shape, updated_at: moment, updated_by: z.string().min(1) })
  .refine(({ from, to }) => to !== from, { path: ['to'], message: invalid.redirectLoop });
