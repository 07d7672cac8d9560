import { type KindCollection, kinds, pathOf, pathsOf, type SlugKind, slugKinds } from '@frontage/model/kinds/kinds';
import type { RedirectStatus } from '@frontage/model/redirect';
import { changedKeys, patchMap } from './patched-map.ts';
import type { SlugRecord, ValueOf } from './validate.ts';

/** The target of a redirect. */
export interface Redirect {
  to: string;
  status: RedirectStatus;
}

/** Redirecting addresses without a file. */
export interface ComposedAddresses {
  /** Ids of `slugs` documents by the document that took the slug. Keys have the form `page p1`. */
  taken: ReadonlyMap<string, readonly string[]>;
  /** Old addresses of published documents, each redirecting to the current one, so that chains cannot exist. */
  old: ReadonlyMap<string, string>;
  /** Administrators' redirects by their source address, as stored. */
  own: ReadonlyMap<string, Redirect>;
  /** The site URL of the settings. Targets below it are paths of this site. */
  siteUrl: string | null;
}

export const noAddresses: ComposedAddresses = { taken: new Map(), old: new Map(), own: new Map(), siteUrl: null };

/** The fields of documents that decide redirects, by id. */
type Values = { readonly [C in KindCollection | 'slugs' | 'redirects']: ReadonlyMap<string, ValueOf[C]> };

/** Published documents by slug. */
type Published = Record<SlugKind, ReadonlyMap<string, { id: string; slug: string }>>;

interface Composed {
  values: Values;
  published: Published;
  siteUrl: string | null;
}

/** The redirecting addresses, updated for the changed documents. */
export function composeAddresses(
  now: Composed,
  before: Omit<Composed, 'siteUrl'>,
  previous: ComposedAddresses,
): ComposedAddresses {
  const records = now.values.slugs;
  const changed = changedKeys(before.values.slugs, records);
  const taken = patchMap(previous.taken, movedRecords(changed, { before: before.values, now: now.values, previous }));
  const concerned = new Set(changed);
  for (const kind of slugKinds) {
    for (const slug of changedKeys<{ id: string }>(before.published[kind], now.published[kind])) {
      concerned.add(`${kind}:${slug}`);
      for (const { [kind]: published } of [before.published, now.published]) {
        const id = published.get(slug)?.id;
        if (id !== undefined) for (const record of taken.get(`${kind} ${id}`) ?? []) concerned.add(record);
      }
    }
  }
  const old = [...concerned].flatMap((id) => {
    const record = records.get(id) ?? before.values.slugs.get(id);
    if (record === undefined) return [];
    const to = records.has(id) ? currentAddress(record, now) : undefined;
    return addressesOf(record).map((from): [string, string | undefined] => [from, to]);
  });
  const isSameTable = before.values.redirects === now.values.redirects;
  const own = isSameTable ? previous.own : ownRedirects(now.values);
  return { taken, old: patchMap(previous.old, old), own, siteUrl: now.siteUrl };
}

const holderOf = ({ kind, id }: SlugRecord): string => `${kind} ${id}`;

function movedRecords(
  changed: readonly string[],
  { before, now, previous }: { before: Values; now: Values; previous: ComposedAddresses },
): Map<string, readonly string[] | undefined> {
  const taken = new Map<string, readonly string[] | undefined>();
  const change = (holder: string, to: (records: readonly string[]) => readonly string[]): void => {
    const records = to((taken.has(holder) ? taken.get(holder) : previous.taken.get(holder)) ?? []);
    taken.set(holder, records.length === 0 ? undefined : records);
  };
  for (const id of changed) {
    const [left, record] = [before.slugs.get(id), now.slugs.get(id)];
    if (left) change(holderOf(left), (records) => records.filter((other) => other !== id));
    if (record) change(holderOf(record), (records) => [...records, id]);
  }
  return taken;
}

/** The address of the document that last took a slug; undefined if the slug is in use or that document is not shown. */
function currentAddress(
  { kind, slug, id }: SlugRecord,
  { values, published }: Omit<Composed, 'siteUrl'>,
): string | undefined {
  const documents = values[kinds[kind].collection] as ReadonlyMap<string, { slug: string }>;
  const now = documents.get(id)?.slug;
  if (now === undefined || published[kind].has(slug) || published[kind].get(now)?.id !== id) return undefined;
  return pathOf(kind, now);
}

/** The addresses of a slug. A page has two. */
const addressesOf = ({ kind, slug }: SlugRecord): string[] => pathsOf(kind, slug);

/**
 * Redirects with a target, by source. Rules prevent two with the same source; if there are two, the first by id
 * applies.
 */
function ownRedirects({ redirects }: Values): ComposedAddresses['own'] {
  const own = new Map<string, Redirect>();
  for (const [, { from, to, status }] of [...redirects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (to !== null && !own.has(from)) own.set(from, { to, status });
  }
  return own;
}

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

interface ClaimChange<C> {
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
