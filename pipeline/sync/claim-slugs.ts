/** What decides who has a slug. */
export interface Claimant {
  id: string;
  slug: string;
  is_published: boolean;
  created_at: string;
}

export interface Claims<C extends Claimant> {
  /** Published claimants by slug, one each. */
  bySlug: ReadonlyMap<string, C>;
  /** Ids of published claimants whose slug another one had first. */
  refused: ReadonlySet<string>;
}

/** Gives each slug to the published claimant created first, by id where two were created at once. Drafts claim nothing. */
export function claimSlugs<C extends Claimant>(claimants: Iterable<C>): Claims<C> {
  const bySlug = new Map<string, C>();
  const refused = new Set<string>();
  for (const claimant of claimants) {
    if (!claimant.is_published) continue;
    const holder = bySlug.get(claimant.slug);
    if (holder === undefined || isEarlier(claimant, holder)) bySlug.set(claimant.slug, claimant);
    if (holder !== undefined) refused.add(isEarlier(claimant, holder) ? holder.id : claimant.id);
  }
  return { bySlug, refused };
}

const isEarlier = (a: Claimant, b: Claimant): boolean =>
  a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id);
