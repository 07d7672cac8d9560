import { normalizePath } from '@frontage/model/redirect';
import type { ComposedAddresses, Redirect } from '../sync/compose-addresses.ts';

/** Whether a file exists at an address. */
export type IsFile = (address: string) => boolean;

/**
 * Returns a function that finds the final target of an address, which does not redirect. The function returns null for
 * an address without a redirect and for a loop. It caches results, so that each address of a chain is resolved once.
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
    // An old address redirects to a shown document, which ends the chain.
    const next = own.has(from) ? normalizePath(to) : null;
    return next === null || isFile(next) || at(next) === null ? null : next;
  };
  return (address) => {
    const chain = new Map<string, Redirect>();
    let next: string | null = address;
    while (next !== null && !known.has(next) && !chain.has(next)) {
      const redirect = at(next);
      if (redirect === null) return null;
      chain.set(next, redirect);
      next = after(next, redirect);
    }
    // A loop has no target.
    let end = next === null ? undefined : (known.get(next) ?? null);
    for (const [from, redirect] of [...chain].reverse()) {
      end = end === undefined ? redirect : end && { to: end.to, status: statusOf(redirect, end) };
      known.set(from, end);
    }
    return known.get(address) ?? null;
  };
}

/** 302 if any redirect of the chain is temporary, so that browsers do not cache a target that may change. */
const statusOf = (first: Redirect, last: Redirect): Redirect['status'] => (first.status === 302 ? 302 : last.status);
