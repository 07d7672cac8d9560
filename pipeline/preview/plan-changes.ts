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
  /** How many pages are rendered at most to say whether they would change. */
  exactUpTo: number;
}

/** The addresses that would change for visitors, each with its reason, for the impact list. */
export async function planChanges(
  simulated: SimulatedSite,
  cause: Cause,
  { hash, releases, config, exactUpTo }: PlanPorts,
): Promise<PlanAnswer> {
  const { addresses, isExact, isAll } = await changedAddresses(simulated, { exactUpTo, hash });
  const isItsOwn = ({ path }: ChangedAddress): boolean => isOwn(path, cause.documents, simulated);
  const listed = inTurn(addresses, isItsOwn)
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

/** Those that link to an address and will still do so when it has gone. */
function linkingTo(
  addresses: readonly ChangedAddress[],
  { simulated: { shown }, config, cause }: { simulated: SimulatedSite; config: SiteConfig; cause: Cause },
): InboundLink[] {
  const gone = addresses.flatMap(({ path, change }) => (change === 'removed' ? namesOf(path) : []));
  if (gone.length === 0) return [];
  const origin = siteOrigin({ settings: shown.composition.settings, config });
  return inboundLinks(shown, { to: new Set(gone), origin, except: cause.subject });
}

/** An address, and the short one of a page. */
function namesOf(path: string): string[] {
  const prefix = sitePaths.page('');
  return path.startsWith(prefix) ? [path, sitePaths.shortPage(path.slice(prefix.length))] : [path];
}

const turns = { removed: 0, added: 1, changed: 2 } as const;

/** Sorts removals before additions, the document's addresses first, then by address; a long list is cut. */
function inTurn(
  addresses: readonly ChangedAddress[],
  isItsOwn: (changed: ChangedAddress) => boolean,
): ChangedAddress[] {
  const turn = (changed: ChangedAddress): number => 2 * turns[changed.change] + (isItsOwn(changed) ? 0 : 1);
  const known = new Map(addresses.map((changed) => [changed, turn(changed)]));
  const turnOf = (changed: ChangedAddress): number => known.get(changed) ?? 0;
  return [...addresses].sort((a, b) => turnOf(a) - turnOf(b) || (a.path < b.path ? -1 : 1));
}
