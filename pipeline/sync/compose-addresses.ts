import { collections, sitePaths, type SlugKind } from '@frontage/model/paths';
import type { RedirectStatus } from '@frontage/model/redirect';
import { changedKeys, patchMap } from './patched-map.ts';
import type { SlugRecord, ValueOf } from './validate.ts';

/** Where an address leads on to. */
export interface Redirect {
  to: string;
  status: RedirectStatus;
}

/** Addresses at which nothing stands and that lead on. */
export interface ComposedAddresses {
  /** Ids of `slugs` documents by the document that took them: `page p1`. */
  taken: ReadonlyMap<string, readonly string[]>;
  /** Old addresses of what is published, each leading to the one it has now, so that none leads to another. */
  old: ReadonlyMap<string, string>;
  /** Administrators' own redirects, by the address that leads on, as they were written. */
  own: ReadonlyMap<string, Redirect>;
}

export const noAddresses: ComposedAddresses = { taken: new Map(), old: new Map(), own: new Map() };

/** What of the documents decides where addresses lead, by id. */
type Values = { readonly [C in 'pages' | 'demo_pages' | 'slugs' | 'redirects']: ReadonlyMap<string, ValueOf[C]> };

/** What is published, by slug. */
type Published = Record<SlugKind, ReadonlyMap<string, { id: string; slug: string }>>;

interface Composed {
  values: Values;
  published: Published;
}

/** The addresses that lead on, looking only at what differs from before. */
export function composeAddresses(now: Composed, before: Composed, previous: ComposedAddresses): ComposedAddresses {
  const records = now.values.slugs;
  const changed = changedKeys(before.values.slugs, records);
  const taken = patchMap(previous.taken, movedRecords(changed, { before: before.values, now: now.values, previous }));
  const concerned = new Set(changed);
  for (const kind of ['page', 'demo'] as const) {
    for (const slug of changedKeys(before.published[kind], now.published[kind])) {
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
  return { taken, old: patchMap(previous.old, old), own: isSameTable ? previous.own : ownRedirects(now.values) };
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

/** Where the document is that took a slug last; undefined where it has it still, or another one has, or it is not shown. */
function currentAddress({ kind, slug, id }: SlugRecord, { values, published }: Composed): string | undefined {
  const documents = kind === 'page' ? values[collections.pages] : values[collections.demos];
  const now = documents.get(id)?.slug;
  if (now === undefined || published[kind].has(slug) || published[kind].get(now)?.id !== id) return undefined;
  return sitePaths[kind](now);
}

/** The addresses that a slug has. A page stands at two. */
const addressesOf = ({ kind, slug }: SlugRecord): string[] =>
  kind === 'page' ? [sitePaths.page(slug), sitePaths.shortPage(slug)] : [sitePaths.demo(slug)];

/** By address. Of two that say the same address, which rules do not let happen, the first by id. */
function ownRedirects({ redirects }: Values): ReadonlyMap<string, Redirect> {
  const own = new Map<string, Redirect>();
  for (const [, { from, to, status }] of [...redirects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (to !== null && !own.has(from)) own.set(from, { to, status });
  }
  return own;
}
