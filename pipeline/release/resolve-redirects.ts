import { normalizePath } from '@frontage/model/redirect';
import type { ComposedAddresses, Redirect } from '../sync/compose-addresses.ts';

/** Whether a file stands at an address. */
export type IsFile = (address: string) => boolean;

/**
 * The final target of a redirect, which does not redirect itself. Null for no redirect and for a loop. Results
 * are cached, so that all addresses of a long chain are resolved in one walk.
 */
export function createRedirectResolver(
  { old, own }: ComposedAddresses,
  isFile: IsFile,
): (address: string) => Redirect | null {
  const known = new Map<string, Redirect | null>();
  const at = (from: string): Redirect | null => {
    const to = old.get(from);
    return own.get(from) ?? (to === undefined ? null : { to, status: 301 });
  };
  const after = (from: string, { to }: Redirect): string | null => {
    // An old address leads to one that is shown.
    const next = own.has(from) ? normalizePath(to) : null;
    return next === null || isFile(next) || at(next) === null ? null : next;
  };
  return (address) => {
    const way = new Map<string, Redirect>();
    let next: string | null = address;
    while (next !== null && !known.has(next) && !way.has(next)) {
      const redirect = at(next);
      if (redirect === null) return null;
      way.set(next, redirect);
      next = after(next, redirect);
    }
    // A way that meets itself leads nowhere.
    let end = next === null ? undefined : (known.get(next) ?? null);
    for (const [from, redirect] of [...way].reverse()) {
      end = end === undefined ? redirect : end && { to: end.to, status: statusOf(redirect, end) };
      known.set(from, end);
    }
    return known.get(address) ?? null;
  };
}

/** A redirect that may change must not be cached by browsers. */
const statusOf = (first: Redirect, last: Redirect): Redirect['status'] => (first.status === 302 ? 302 : last.status);
