import { patchMap } from './patched-map.ts';

/** The fields that decide a slug claim. */
export interface Claimant {
  id: string;
  slug: string;
  is_published: boolean;
  created_at: string;
}

/** The holder of each slug: the published claimant created first, then by id. Drafts claim no slug. */
export interface Claims<C extends Claimant> {
  /** All claimants of contested slugs, the holder first. */
  contested: ReadonlyMap<string, readonly C[]>;
  /** The claimant that has each slug, by slug. */
  holders: ReadonlyMap<string, C>;
  /** Published claimants whose slug belongs to another claimant, by id. */
  refused: ReadonlyMap<string, C>;
}

export interface ClaimChange<C> {
  before: C | undefined;
  after: C | undefined;
}

export const noClaims = <C extends Claimant>(): Claims<C> => ({
  contested: new Map(),
  holders: new Map(),
  refused: new Map(),
});

/** Returns the claims after changes of claimants. Recomputes only the slugs of changed claimants. */
export function applyClaimChanges<C extends Claimant>(
  claims: Claims<C>,
  changes: readonly ClaimChange<C>[],
): Claims<C> {
  const touched = new Map<string, C[]>();
  const claimantsBefore = (slug: string): readonly C[] => claims.contested.get(slug) ?? only(claims.holders.get(slug));
  const claimantsOf = (slug: string): C[] => {
    const known = touched.get(slug);
    if (known) return known;
    const claimants = [...claimantsBefore(slug)];
    touched.set(slug, claimants);
    return claimants;
  };
  for (const { before } of changes) {
    if (!before?.is_published) continue;
    const claimants = claimantsOf(before.slug);
    const index = claimants.findIndex(({ id }) => id === before.id);
    if (index >= 0) claimants.splice(index, 1);
  }
  for (const { after } of changes) if (after?.is_published) claimantsOf(after.slug).push(after);

  const contested: [string, readonly C[] | undefined][] = [];
  const holders: [string, C | undefined][] = [];
  const released: [string, undefined][] = [];
  const refused: [string, C][] = [];
  for (const [slug, claimants] of touched) {
    const [first, ...others] = claimants.sort(byAge);
    contested.push([slug, others.length > 0 ? claimants : undefined]);
    holders.push([slug, first]);
    released.push(...(claims.contested.get(slug) ?? []).map(({ id }): [string, undefined] => [id, undefined]));
    refused.push(...others.map((claimant): [string, C] => [claimant.id, claimant]));
  }
  return {
    contested: patchMap(claims.contested, contested),
    holders: patchMap(claims.holders, holders),
    refused: patchMap(patchMap(claims.refused, released), refused),
  };
}

const only = <C>(holder: C | undefined): C[] => (holder === undefined ? [] : [holder]);

const byAge = (a: Claimant, b: Claimant): number =>
  a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id < b.id ? -1 : 1;
