import { isVersioned, versionedPath } from '@frontage/model/paths';
import { patchMap } from '../sync/patched-map.ts';
import { filesOf } from '../plan/routes.ts';
import type { RenderedPage } from '../render/render-routes.ts';
import { isSameEntry, type FileEntry, type Files } from './files.ts';
import type { Manifest } from './site.ts';

interface NextFiles {
  /** The release this one starts from. */
  base: Files;
  /** All files of the next release that are not pages. */
  staticFiles: Files;
  /** The changed static files by path; undefined for a removed file. */
  staticChanges: ReadonlyMap<string, FileEntry | undefined>;
  pages: readonly RenderedPage[];
  /** Paths of the removed routes. */
  removed: readonly string[];
}

/** All files of the next release. A page cannot replace a static file with the same path. */
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
  // An equal entry keeps its object, so that releases can be compared by identity.
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

/** The files of routes with a version in their path. Such a path cannot be derived from its route. */
function versionedFiles(base: Files, routes: ReadonlySet<string>): string[] {
  if (routes.size === 0) return [];
  return [...base.values()].flatMap(({ path, route }) => (route !== null && routes.has(route) ? [path] : []));
}

/** The assets of an earlier compiled site, including the rendered styles that `pages` replace. */
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
