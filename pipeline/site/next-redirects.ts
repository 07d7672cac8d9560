import type { ComposedAddresses } from '../sync/compose-addresses.ts';
import { changedKeys, patchMap } from '../sync/patched-map.ts';
import type { PageSink } from '../render/render-routes.ts';
import type { FileEntry, Files } from './files.ts';
import {
  addressOf,
  createRedirectResolver,
  type IsFile,
  locationOf,
  redirectEntry,
  redirectPath,
} from './redirects.ts';

interface NextRedirects {
  /** The previous release and the next files, which still include the previous redirects. */
  base: Files;
  files: Files;
  /** The redirects of the shown content. */
  addresses: ComposedAddresses;
  /** The previous redirects; null to compare everything. */
  before: ComposedAddresses | null;
  /** Origin at which the site is served. */
  origin: string;
  hash: (bytes: Uint8Array) => string;
  keeping: PageSink;
}

/** The files plus redirects at addresses without a file. */
export async function nextRedirects(input: NextRedirects): Promise<Files> {
  const { base, files, addresses, before, origin, hash, keeping } = input;
  const affected = before ? changedAddresses({ base, files, addresses, before }) : allAddresses(files, addresses);
  if (affected.size === 0) return files;
  const keepPage = async (bytes: Uint8Array): Promise<string> => {
    const name = hash(bytes);
    await keeping.add(name, bytes);
    return name;
  };
  const isFile = fileAt(files);
  const resolveRedirect = createRedirectResolver(addresses, { isFile, origin });
  const changes: [string, FileEntry | undefined][] = [];
  for (const address of affected) {
    const path = redirectPath(address);
    const redirect = isFile(address) ? null : resolveRedirect(address);
    if (redirect) changes.push([path, sameEntry(files.get(path), await redirectEntry(address, redirect, keepPage))]);
    else if (files.get(path)?.redirect) changes.push([path, undefined]);
  }
  await keeping.end();
  return patchMap(files, changes);
}

/** An address whose redirect will change. `to` is null if the redirect will be removed. */
export interface PlannedRedirect {
  from: string;
  to: string | null;
  status: number;
}

/** The redirect changes of a step after which files have these paths. */
export function plannedRedirects(
  files: Files,
  { paths, addresses, origin }: { paths: ReadonlySet<string>; addresses: ComposedAddresses; origin: string },
): PlannedRedirect[] {
  const isFile: IsFile = (address) => paths.has(address) || paths.has(redirectPath(address));
  const resolveRedirect = createRedirectResolver(addresses, { isFile, origin });
  return [...allAddresses(files, addresses)].sort().flatMap((from): PlannedRedirect[] => {
    const before = files.get(redirectPath(from))?.redirect;
    const redirect = isFile(from) ? null : resolveRedirect(from);
    const to = redirect && locationOf(redirect.to);
    const { status = before?.status ?? 301 } = redirect ?? {};
    return to === (before?.to ?? null) && status === (before?.status ?? status) ? [] : [{ from, to, status }];
  });
}

const fileAt =
  (files: Files): IsFile =>
  (address) =>
    isPlain(files.get(address)) || isPlain(files.get(redirectPath(address)));

const isPlain = (file: FileEntry | undefined): boolean => file !== undefined && file.redirect === undefined;

const allAddresses = (files: Files, { old, own }: ComposedAddresses): Set<string> =>
  new Set([
    ...old.keys(),
    ...own.keys(),
    ...[...files.values()].flatMap((file) => (file.redirect ? [addressOf(file.path)] : [])),
  ]);

function changedAddresses({
  base,
  files,
  addresses,
  before,
}: Pick<NextRedirects, 'base' | 'files' | 'addresses'> & { before: ComposedAddresses }): Set<string> {
  const old = changedKeys(before.old, addresses.old);
  const moved = changedKeys(base, files).filter(
    (path) => isPlain(base.get(path)) !== isPlain(files.get(path)) || base.get(path)?.redirect !== undefined,
  );
  // Own redirects may target one of the changed addresses. They are few, so all of them are resolved again.
  const isSameTable = before.own === addresses.own && before.siteUrl === addresses.siteUrl;
  const isQuiet = old.length === 0 && moved.length === 0 && isSameTable;
  const own = isQuiet ? [] : [...before.own.keys(), ...addresses.own.keys()];
  return new Set([...old, ...moved.flatMap(addressesServed), ...own]);
}

/** The addresses at which a file is served: its path and, for `/a.html`, also `/a`. */
function addressesServed(path: string): string[] {
  return path.endsWith(redirectPath('')) ? [path, addressOf(path)] : [path];
}

/** The previous entry if it is equal to the new one, so that releases can be compared by identity. */
const sameEntry = (old: FileEntry | undefined, entry: FileEntry): FileEntry =>
  old?.redirect && old.hash === entry.hash && old.redirect.status === entry.redirect?.status ? old : entry;
