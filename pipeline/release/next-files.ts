import { isVersioned, versionedPath } from '@frontage/model/paths';
import { patchMap } from '../sync/patched-map.ts';
import { filesOf } from '../plan/routes.ts';
import type { RenderedPage } from '../render/render-routes.ts';
import { isSameEntry, type FileEntry, type Files } from './files.ts';
import type { Manifest } from './site.ts';

interface NextFiles {
  /** The release this one starts from. */
  base: Files;
  /** The files that are no pages from now on. */
  staticFiles: Files;
  /** The changed files by path; undefined for a removed file. */
  staticChanges: ReadonlyMap<string, FileEntry | undefined>;
  pages: readonly RenderedPage[];
  /** Routes that are no longer wanted. */
  removed: readonly string[];
}

/** All files of the next release. A page cannot take the address of a file that is none. */
export function nextFiles({ base, staticFiles, staticChanges, pages, removed }: NextFiles): Files {
  const changes = new Map<string, FileEntry | undefined>();
  const routes = [...pages.map(({ route }) => route.path), ...removed];
  for (const path of versionedFiles(base, new Set(routes.filter(isVersioned)))) changes.set(path, undefined);
  for (const path of removed.flatMap(filesOf)) changes.set(path, undefined);
  for (const page of pages) for (const file of entriesOf(page)) changes.set(file.path, file);
  for (const [path, file] of staticChanges) if (file !== undefined || !changes.has(path)) changes.set(path, file);
  for (const path of changes.keys()) {
    const fixed = staticFiles.get(path);
    if (fixed) changes.set(path, fixed);
  }
  // The entry that stands is taken where it says the same, so that releases can be compared by identity.
  for (const [path, file] of changes) {
    const old = base.get(path);
    if (old && file && isSameEntry(old, file)) changes.set(path, old);
  }
  return patchMap(base, changes);
}

function entriesOf({ route, hash, contentType, size }: RenderedPage): FileEntry[] {
  return route.files.map((file) => ({
    path: isVersioned(file) ? versionedPath(file, hash) : file,
    hash,
    contentType,
    size,
    kind: 'page',
    route: route.path,
  }));
}

/** Where routes with a version in their address were served: the address alone does not tell. */
function versionedFiles(base: Files, routes: ReadonlySet<string>): string[] {
  if (routes.size === 0) return [];
  return [...base.values()].flatMap(({ path, route }) => (route !== null && routes.has(route) ? [path] : []));
}

/** The files of an earlier compiled site, the styles among them that `pages` have come in place of. */
export function earlierAssets(
  { files, staticFiles }: Pick<Manifest, 'files' | 'staticFiles'>,
  pages: readonly RenderedPage[],
): FileEntry[] {
  const versioned = pages.filter(({ route }) => isVersioned(route.path));
  const newer = new Map(versioned.map(({ route, hash }) => [route.path, hash]));
  const before = versionedFiles(files, new Set(newer.keys())).flatMap((path) => files.get(path) ?? []);
  const replaced = before.filter(({ route, hash }) => newer.get(route ?? '') !== hash);
  return [
    ...[...staticFiles.values()].filter(({ kind }) => kind === 'asset'),
    ...replaced.map((file): FileEntry => ({ ...file, kind: 'asset', route: null })),
  ];
}
