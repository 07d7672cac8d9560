import { z } from 'zod';
import { moment } from './fields.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';
import { isHttpUrl, isSitePath } from './url.ts';

// Which addresses may lead on, as texts that JavaScript and RE2 read alike: firestore.rules carries the same ones. An
// address has one spelling, the one that browsers send: all that is not plain as UTF-8, in uppercase percent signs. A
// slash, a backslash or something invisible within a name has none.
const utf8 =
  '%C2%[AB][0-9A-F]|%(?:C[3-9A-F]|D[0-9A-F])%[89AB][0-9A-F]|%E0%[AB][0-9A-F]%[89AB][0-9A-F]|' +
  '%(?:E[1-9A-CEF]%[89AB][0-9A-F]|ED%[89][0-9A-F])%[89AB][0-9A-F]|' +
  '%(?:F0%[9AB]|F[1-3]%[89AB]|F4%8)[0-9A-F](?:%[89AB][0-9A-F]){2}';

/** Text of a pattern: a path with neither query nor slash at its end, in the one spelling. */
export const redirectFromPattern = `(?:/(?:[A-Za-z0-9._~!$&\\x27()*+,;=:@-]|%(?:2[0235]|3[CEF]|5[BDE]|60|7[BCD])|${utf8})+)+`;

/** Text of a pattern: paths that never lead on, as they are the product's own or name no place. */
export const ownPathPattern = '/(?:admin|auth|assets|api|embed|preview|_[^/]*)(?:/.*)?|(?:/.*)?/\\.{1,2}(?:/.*)?';

const redirectFrom = new RegExp(`^(?:${redirectFromPattern})$`);
const ownPath = new RegExp(`^(?:${ownPathPattern})$`);

/** Whether an address may lead on. */
export const isRedirectFrom = (path: string): boolean => redirectFrom.test(path) && !ownPath.test(path);

/** The one spelling of a path on this site, without query and slash at its end; null where it has none. */
export function spellPath(path: string): string | null {
  const [plain = ''] = path.split(/[?#]/, 1);
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

/** Permanent, which browsers and search engines remember, or for now. */
export const redirectStatuses = [301, 302] as const;
export type RedirectStatus = (typeof redirectStatuses)[number];

const target = z
  .string()
  .max(limits.url, invalid.urlOrPath)
  .refine((to) => isHttpUrl(to) || isSitePath(to), invalid.urlOrPath);

/** What an administrator's redirect says; one that was removed leads nowhere. */
export const redirectFields = z.object({
  from: z.string().max(limits.url, invalid.redirectFrom).refine(isRedirectFrom, invalid.redirectFrom),
  to: target.nullable(),
  status: z.union(redirectStatuses.map((status) => z.literal(status))),
});

export type RedirectFields = z.output<typeof redirectFields>;

/** `POST /staff/plan/redirects`: what storing these would change, answered as a plan is. */
export const redirectsRequest = z.object({ redirects: z.array(redirectFields) });

/** A stored `redirects` document. Its id is the SHA-256 of `from`, in hexadecimal digits. */
export const redirectDocument = z
  .object({ ...redirectFields.shape, updated_at: moment, updated_by: z.string().min(1) })
  .refine(({ from, to }) => to !== from, { path: ['to'], message: invalid.redirectLoop });
