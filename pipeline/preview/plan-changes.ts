import { siteOrigin, type SiteConfig } from '@frontage/model/content';
import { limits } from '@frontage/model/limits';
import { sitePaths } from '@frontage/model/paths';
import type { PlanAnswer } from '@frontage/model/preview';
import type { SimulatedSite } from '../release/simulate-site.ts';
import type { ReleaseRecord } from '../release/store.ts';
import { changedAddresses, type ChangedAddress } from './changed-addresses.ts';
import { expectedTime } from './expected-time.ts';
import { inboundLinks, type InboundLink } from './inbound-links.ts';
import { isOwn, reasonFor, type Cause } from './reasons.ts';

export interface PlanPorts {
  hash: (bytes: Uint8Array) => string;
  releases: () => readonly ReleaseRecord[];
  config: SiteConfig;
  /** The maximum number of pages that are rendered to find out whether they change. */
  exactUpTo: number;
}

/** The addresses that would change for visitors, each with its reason, for the impact list. */
export async function planChanges(
  simulated: SimulatedSite,
  cause: Cause,
  { hash, releases, config, exactUpTo }: PlanPorts,
): Promise<PlanAnswer> {
  const { addresses, isExact, isAll } = await changedAddresses(simulated, { exactUpTo, hash });
  const isOwnAddress = ({ path }: ChangedAddress): boolean => isOwn(path, cause.documents, simulated);
  const listed = sortChanges(addresses, isOwnAddress)
    .slice(0, limits.plannedChanges)
    .map((changed) => ({ ...changed, reason: reasonFor(changed, cause, simulated) }));
  const linking = linkingTo(addresses, { simulated, config, cause });
  return {
    changes: listed,
    total: addresses.length,
    exact: isExact,
    all: isAll,
    ms: expectedTime(addresses.length, releases()),
    inbound: linking.length,
    links: linking.slice(0, namedLinks),
  };
}

const namedLinks = 20;

/** Pages that link to removed addresses, without the proposed document itself. */
function linkingTo(
  addresses: readonly ChangedAddress[],
  { simulated: { shown }, config, cause }: { simulated: SimulatedSite; config: SiteConfig; cause: Cause },
): InboundLink[] {
  const gone = addresses.flatMap(({ path, change }) => (change === 'removed' ? namesOf(path) : []));
  if (gone.length === 0) return [];
  const origin = siteOrigin({ settings: shown.composition.settings, config });
  return inboundLinks(shown, { to: new Set(gone), origin, except: cause.subject });
}

/** An address and, for a page, its short address. */
function namesOf(path: string): string[] {
  const prefix = sitePaths.page('');
  return path.startsWith(prefix) ? [path, sitePaths.shortPage(path.slice(prefix.length))] : [path];
}

const changeOrder = { removed: 0, added: 1, changed: 2 } as const;

/**
 * Sorts removals first, then additions, then changes; in each group, the documents' own addresses first, then by path.
 */
function sortChanges(
  addresses: readonly ChangedAddress[],
  isOwnAddress: (changed: ChangedAddress) => boolean,
): ChangedAddress[] {
  const rank = (changed: ChangedAddress): number => 2 * changeOrder[changed.change] + (isOwnAddress(changed) ? 0 : 1);
  const known = new Map(addresses.map((changed) => [changed, rank(changed)]));
  const rankOf = (changed: ChangedAddress): number => known.get(changed) ?? 0;
  return [...addresses].sort((a, b) => rankOf(a) - rankOf(b) || (a.path < b.path ? -1 : 1));
}
