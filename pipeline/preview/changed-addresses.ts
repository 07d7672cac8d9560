import { isVersioned, sitePaths } from '@frontage/model/paths';
import type { Plan } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import { hasOtherTarget, type FileEntry, type Files } from '../release/files.ts';
import { nextFiles } from '../release/next-files.ts';
import { nextRedirects } from '../release/next-redirects.ts';
import type { SimulatedSite } from '../release/simulate-site.ts';
import { addressOf, redirectPath } from '../release/redirects.ts';
import { discardingPageSink, type RenderedPage } from '../render/render-routes.ts';
import { renderShard } from '../render/render-shard.ts';
import { changedKeys } from '../sync/patched-map.ts';

/** An address whose response would change for visitors. */
export interface ChangedAddress {
  path: string;
  change: 'added' | 'changed' | 'removed';
  /** The target if it would redirect; null otherwise. */
  to: string | null;
}

interface Changes {
  addresses: ChangedAddress[];
  /** Whether the pages were rendered and compared. */
  isExact: boolean;
  /** Whether every live page changes. */
  isAll: boolean;
}

/**
 * The addresses that a step to a simulated site would change. If the step renders more than `exactUpTo` pages, they are
 * not rendered here but all reported as changed, although some may stay the same.
 */
export async function changedAddresses(
  simulated: SimulatedSite,
  { exactUpTo, hash }: { exactUpTo: number; hash: (bytes: Uint8Array) => string },
): Promise<Changes> {
  const { plan, routes } = simulated.plan();
  const isExact = plan.render.length <= exactUpTo;
  const rendered = plan.render.flatMap(({ route }) => routes.get(route) ?? []);
  const pages = isExact ? await renderedPages(rendered, simulated, hash) : rendered.map(placeholderPage);
  const files = await filesAfter(simulated, { pages, plan, hash });
  const addresses = compare(simulated.site.files, files);
  return { addresses, isExact, isAll: isEveryPage(simulated.site.files, addresses) };
}

async function renderedPages(
  routes: readonly Route[],
  { renderer, answers }: SimulatedSite,
  hash: (bytes: Uint8Array) => string,
): Promise<RenderedPage[]> {
  const pages: RenderedPage[] = [];
  for (const route of routes) {
    const [rendered] = await renderShard([route], { once: false, renderer, answers, hash });
    if (rendered?.page) pages.push({ route, ...rendered.page });
    // Preview requests are answered between two pages.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return pages;
}

const placeholderPage = (route: Route): RenderedPage => ({ route, hash: '', contentType: '', size: 0 });

function filesAfter(
  { site, base, shown }: SimulatedSite,
  { pages, plan, hash }: { pages: RenderedPage[]; plan: Plan; hash: (bytes: Uint8Array) => string },
): Promise<Files> {
  const removed = plan.remove.map(({ path }) => path);
  const { staticFiles } = base;
  const files = nextFiles({ base: base.files, staticFiles, staticChanges: new Map(), pages, removed });
  return nextRedirects({
    base: base.files,
    files,
    addresses: shown.composition.addresses,
    before: base === site ? site.content.composition.addresses : null,
    hash,
    keeping: discardingPageSink,
  });
}

/** The addresses that differ between two releases. Files that are not visited directly are omitted. */
export function compare(before: Files, after: Files): ChangedAddress[] {
  const changes = new Map<string, ChangedAddress>();
  for (const path of changedKeys(before, after)) {
    const [old, file] = [before.get(path), after.get(path)];
    const address = addressIn(path, old, file);
    const change = changeOf(old, file);
    if (address === null || change === null) continue;
    changes.set(address, { path: address, change, to: file?.redirect?.to ?? null });
  }
  // A page has two addresses, and so does a redirect to it. The short one is omitted if both change in the same way.
  return [...changes.values()].filter(({ path, change, to }) => {
    const longer = changes.get(sitePaths.page(path.slice(1)));
    return longer === undefined || longer.change !== change || longer.to !== to;
  });
}

function isEveryPage(files: Files, changes: readonly ChangedAddress[]): boolean {
  const changed = new Set(changes.map(({ path }) => path));
  for (const [path, file] of files) {
    if (file.kind !== 'page' || file.redirect !== undefined || !path.endsWith('.html')) continue;
    const address = addressIn(path, undefined, file) ?? '';
    if (!changed.has(address) && !changed.has(sitePaths.page(address.slice(1)))) return false;
  }
  return changed.size > 0;
}

function addressIn(path: string, old: FileEntry | undefined, file: FileEntry | undefined): string | null {
  if ([old, file].some((entry) => entry !== undefined && entry.kind !== 'page') || isVersioned(path)) return null;
  if (path === '/index.html') return sitePaths.home;
  return path.endsWith(redirectPath('')) ? addressOf(path) : path;
}

function changeOf(old: FileEntry | undefined, file: FileEntry | undefined): ChangedAddress['change'] | null {
  const [was, is] = [old, file].map((entry) => entry !== undefined && entry.redirect === undefined);
  if (was !== is && (was || is)) return is ? 'added' : 'removed';
  if (old === undefined) return 'added';
  if (file === undefined) return 'removed';
  const isSame = old.hash === file.hash && old.contentType === file.contentType && !hasOtherTarget(old, file);
  return isSame ? null : 'changed';
}
