import { normalizePath, redirectCaching, withoutOwnOrigin } from '@frontage/model/redirect';
import type { ComposedAddresses, Redirect } from '../sync/compose-addresses.ts';
import type { FileEntry, Files } from './files.ts';

/** Whether a file exists at an address. */
export type IsFile = (address: string) => boolean;

/** Administrators' redirects by source address. A target on this site is a path, also if it names the site's host. */
function ownRedirects({ own, siteUrl }: ComposedAddresses, origin: string): Map<string, Redirect> {
  const origins = [siteUrl, origin];
  return new Map([...own].map(([from, { to, status }]) => [from, { to: withoutOwnOrigin(to, origins), status }]));
}

/**
 * Returns a function that finds the final target of an address, which does not redirect. The function returns null for
 * an address without a redirect and for a loop. It caches results, so that each address of a chain is resolved once.
 * `origin` is the origin at which the site is served.
 */
export function createRedirectResolver(
  addresses: ComposedAddresses,
  { isFile, origin }: { isFile: IsFile; origin: string },
): (address: string) => Redirect | null {
  const { old } = addresses;
  const own = ownRedirects(addresses, origin);
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

interface RedirectLoop {
  from: string;
  /** From the redirect's source address to the first address that repeats. */
  chain: readonly string[];
}

/** Administrators' redirects in a loop or leading into one. Files, which would end a loop, are not considered. */
export function redirectLoops(addresses: ComposedAddresses, origin: string): RedirectLoop[] {
  const own = ownRedirects(addresses, origin);
  const target = (from: string): string | null => {
    const redirect = own.get(from);
    return redirect ? normalizePath(redirect.to) : null;
  };
  return [...loopingAddresses(own, target)].map((from) => ({ from, chain: loopFrom(from, target) }));
}

type TargetOf = (from: string) => string | null;

/** The addresses whose redirects never end. Visits each address once. */
function loopingAddresses(own: ReadonlyMap<string, Redirect>, target: TargetOf): Set<string> {
  const ending = new Set<string>();
  const looping = new Set<string>();
  for (const from of own.keys()) {
    const visited = new Set<string>();
    let next: string | null = from;
    while (next !== null && own.has(next) && !ending.has(next) && !looping.has(next) && !visited.has(next)) {
      visited.add(next);
      next = target(next);
    }
    const isLoop = next !== null && (visited.has(next) || looping.has(next));
    for (const address of visited) (isLoop ? looping : ending).add(address);
  }
  return looping;
}

function loopFrom(from: string, target: TargetOf): string[] {
  const visited = new Set<string>();
  let next: string | null = from;
  while (next !== null && !visited.has(next)) {
    visited.add(next);
    next = target(next);
  }
  return next === null ? [...visited] : [...visited, next];
}

/** 302 if any redirect of the chain is temporary, so that browsers do not cache a target that may change. */
const statusOf = (first: Redirect, last: Redirect): Redirect['status'] => (first.status === 302 ? 302 : last.status);

const suffix = '.html';

/** The path of a redirect's entry. */
export const redirectPath = (address: string): string => address + suffix;

/** The redirecting address of the path of a redirect's entry. */
export const addressOf = (path: string): string => path.slice(0, -suffix.length);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A target in the ASCII form of the `Location` header. */
export const locationOf = (to: string): string =>
  to.startsWith('/') ? to.replaceAll(/[^!-~]/gu, encodeURIComponent) : new URL(to).href;

/** Creates a redirect's entry; `keep` stores its page and returns the hash. */
export async function redirectEntry(
  from: string,
  redirect: Redirect,
  keep: (bytes: Uint8Array) => Promise<string>,
): Promise<FileEntry> {
  const target = { ...redirect, to: locationOf(redirect.to) };
  const to = escape(target.to);
  const page =
    `<!doctype html><meta charset="utf-8"><title>${to}</title><link rel="canonical" href="${to}">` +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${to}"><a href="${to}">${to}</a>`;
  const bytes = new TextEncoder().encode(page);
  const contentType = 'text/html; charset=utf-8';
  const hash = await keep(bytes);
  return {
    path: redirectPath(from),
    hash,
    contentType,
    size: bytes.length,
    kind: 'page',
    route: null,
    redirect: target,
  };
}

/** The redirects of a release by address, in order. */
export function redirectsOf(files: Files): Map<string, Redirect> {
  const entries = [...files.values()].flatMap((file): [string, Redirect][] =>
    file.redirect ? [[addressOf(file.path), file.redirect]] : [],
  );
  return new Map(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** An address without percent encoding, as in file names and nginx's `$uri`. */
export const decodedAddress = (address: string): string => decodeURIComponent(address);

const nginxText = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

// A regular expression: plain keys of an nginx map ignore case and are limited in length.
const nginxAddress = (from: string): string =>
  nginxText(`~^${decodedAddress(from).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

const nginxVariable = (name: string): string => `$frontage_${name}`;

/** A target with the query of the request. A dollar sign of the target would begin a variable. */
function nginxTarget(to: string): string {
  const [, target = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(to.replaceAll('$', '%24')) ?? [];
  const query = target.includes('?') ? nginxVariable('more_args') : '$is_args$args';
  return nginxText(target + query + fragment);
}

const statuses = [301, 302] as const satisfies readonly Redirect['status'][];

/** A map for each status, as one cannot hold both an address and a status. */
function nginxMaps(redirects: ReadonlyMap<string, Redirect>): string {
  const names = statuses.map((status) => nginxVariable(`redirect_${String(status)}`));
  const use = statuses.map((status, at) => {
    const name = names[at] ?? '';
    return `#   if (${name}) { return ${String(status)} ${name}; }\n`;
  });
  const maps = statuses.map((status, at) => {
    const here = [...redirects].filter(([, redirect]) => redirect.status === status);
    const lines = here.map(([from, { to }]) => `  ${nginxAddress(from)} ${nginxTarget(to)};\n`);
    return `map $uri ${names[at] ?? ''} {\n${lines.join('')}}\n`;
  });
  const caching = nginxVariable('redirect_caching');
  return (
    `# Include this file in http { }, and add to server { }:\n` +
    `#   add_header Cache-Control ${caching};\n${use.join('')}` +
    `# The header is sent with redirects only: browsers keep a 301 without it for good.\n` +
    `map $args ${nginxVariable('more_args')} {\n  "" "";\n  default "&$args";\n}\n` +
    `map "${names.join('')}" ${caching} {\n  "" "";\n  default "${redirectCaching}";\n}\n` +
    maps.join('')
  );
}

/**
 * The redirects in the formats of other servers: file contents by name; empty without redirects. Servers that read
 * `_redirects` document no `Cache-Control` for redirects, so that all of these are temporary there.
 */
export function redirectFiles(redirects: ReadonlyMap<string, Redirect>): Record<string, string> {
  if (redirects.size === 0) return {};
  const lines = [...redirects].map(([from, { to }]) => `${from} ${to} 302\n`);
  return { _redirects: lines.join(''), 'redirects.nginx.conf': nginxMaps(redirects) };
}
