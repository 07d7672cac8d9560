import { isVersioned, sitePaths } from '@frontage/model/paths';
import type { PlanAnswer, PlannedChange } from '@frontage/model/preview';
import type { LiveRelease } from '../release/live.ts';

/** The addresses that visitors can open, each with the hash of its page or with its redirect. */
export type Addresses = ReadonlyMap<string, string>;

const arrow = '→';

/** The addresses of a release; empty without one. */
export function liveAddresses(release: LiveRelease | null): Addresses {
  const redirects = release?.redirects();
  return new Map(
    release?.paths().flatMap((path): [string, string][] => {
      // Pages load these files; visitors do not open them.
      if (isVersioned(path) || path.startsWith(`${sitePaths.search}/`)) return [];
      const address = path === '/index.html' ? sitePaths.home : path.replace(/\.html$/, '');
      const redirect = redirects?.get(address);
      return [
        [address, redirect ? `${arrow} ${String(redirect.status)} ${redirect.to}` : String(release.get(path)?.hash)],
      ];
    }),
  );
}

/** The changes that visitors see, by address. */
export function changesBetween(before: Addresses, after: Addresses): Map<string, PlannedChange['change']> {
  const changes = new Map<string, PlannedChange['change']>();
  const isPage = (text: string | undefined) => text !== undefined && !text.startsWith(arrow);
  for (const address of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(address), after.get(address)];
    if (old === now) continue;
    const [was, is] = isPage(old) === isPage(now) ? [old !== undefined, now !== undefined] : [isPage(old), isPage(now)];
    changes.set(address, was && is ? 'changed' : is ? 'added' : 'removed');
  }
  // A page has two addresses, of which a plan lists one. Both may redirect to one target, with different statuses.
  const to = (address: string) => after.get(address)?.replace(/^→ \d+/, arrow);
  for (const [address, change] of changes) {
    const longer = sitePaths.page(address.slice(1));
    if (changes.get(longer) === change && to(longer) === to(address)) changes.delete(address);
  }
  return changes;
}

/** The changes that a plan lists, by address. */
export const changesIn = ({ changes }: Pick<PlanAnswer, 'changes'>): Map<string, PlannedChange['change']> =>
  new Map(changes.map(({ path, change }) => [path, change]));
