import { type KindDescription, kinds, type SlugKind, slugKinds } from '@frontage/model/kinds/kinds';
import {
  compareBy,
  filtersFor,
  isListable,
  listName,
  type ListPart,
  type Neighbors,
  ordersOf,
  pageSizeOf,
  partKey,
} from '@frontage/model/lists';
import { changedKeys, patchMap } from './patched-map.ts';

/** The lists of published documents on the site. */
export interface ComposedLists {
  /** The parts of lists by `partKey`: numbered pages from the first document on, and `newest` with the rest. */
  parts: ReadonlyMap<string, ListPart>;
  /** The documents before and after each document of an archive, by `{kind}:{slug}`. */
  neighbors: ReadonlyMap<string, Neighbors>;
}

export const noLists: ComposedLists = { parts: new Map(), neighbors: new Map() };

interface Listed {
  readonly id: string;
  readonly slug: string;
}

type BySlug = ReadonlyMap<string, Listed>;

/** The lists of a kind before and after a change of its published documents. */
interface KindChange {
  kind: string;
  definition: Pick<KindDescription, 'fields' | 'nameField' | 'archive'>;
  before: BySlug;
  after: BySlug;
}

/** The published documents of each kind, by slug. */
type Published = Readonly<Record<SlugKind, BySlug>>;

/** The lists of all kinds, updated for the changed documents. */
export function composeLists(after: Published, before: Published, previous: ComposedLists): ComposedLists {
  return slugKinds
    .filter((kind) => isListable(kinds[kind]))
    .reduce(
      (lists, kind) => changeLists(lists, { kind, definition: kinds[kind], before: before[kind], after: after[kind] }),
      previous,
    );
}

/** The lists after a change of the documents of one kind. Costs the changed documents and the parts that they move. */
export function changeLists(lists: ComposedLists, change: KindChange): ComposedLists {
  const { definition, before, after } = change;
  const slugs = changedKeys(before, after);
  if (slugs.length === 0) return lists;
  const orders = ordersOf(definition);
  const parts = orders.reduce((patched, { name, field }) => {
    const order = { compare: compareBy(field), pageSize: pageSizeOf(definition), before, after };
    const changed = [...listChanges(slugs, { ...change, field, order: name })].flatMap(([list, moved]) => [
      ...changedParts(patched, { ...order, list }, moved),
    ]);
    return patchMap(patched, changed);
  }, lists.parts);
  if (definition.archive === undefined) return { ...lists, parts };
  return { parts, neighbors: changeNeighbors(lists.neighbors, { ...change, parts, slugs }) };
}

/** The documents that leave and join a list. A document that moves in it does both. */
interface Moved {
  left: string[];
  joined: string[];
}

function listChanges(
  slugs: readonly string[],
  { kind, definition, before, after, field, order }: KindChange & { field: string; order: string },
): Map<string, Moved> {
  const changes = new Map<string, Moved>();
  const movedIn = (filter: string): Moved => {
    const list = listName(kind, order, filter);
    const moved = changes.get(list) ?? { left: [], joined: [] };
    changes.set(list, moved);
    return moved;
  };
  for (const slug of slugs) {
    const [old, now] = [before.get(slug), after.get(slug)];
    const left = old === undefined ? [] : filtersFor(definition, old);
    const joined = now === undefined ? [] : filtersFor(definition, now);
    const isInPlace = old?.id === now?.id && Reflect.get(old ?? {}, field) === Reflect.get(now ?? {}, field);
    for (const filter of left) if (!isInPlace || !joined.includes(filter)) movedIn(filter).left.push(slug);
    for (const filter of joined) if (!isInPlace || !left.includes(filter)) movedIn(filter).joined.push(slug);
  }
  return changes;
}

interface Order {
  list: string;
  compare: (one: Listed, other: Listed) => number;
  pageSize: number;
  before: BySlug;
  after: BySlug;
}

type Parts = ReadonlyMap<string, ListPart>;

const emptyPart: ListPart = { slugs: [], newer: null, older: null };

/**
 * The first page whose last document is not before `document`; one more than the number of pages if it is newer than
 * all of them. The pages are those that the newest part continues.
 */
function pageFor(
  document: Listed,
  { parts, list, compare, bySlug }: { parts: Parts; list: string; compare: Order['compare']; bySlug: BySlug },
): number {
  let [low, high] = [1, (parts.get(partKey(list, 'newest'))?.older ?? 0) + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const last = bySlug.get(parts.get(partKey(list, middle))?.slugs.at(-1) ?? '');
    if (last !== undefined && compare(last, document) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The changed parts of one list; undefined for a removed one.
 *
 * With pages of size P, the newest part has at least P + 1 and at most 2 P documents, if there are as many. When it has
 * 2 P, its older half is also the next numbered page. The document after this one moves the half out of the newest part
 * and links the pages, so that each addition changes at most one numbered page.
 */
function changedParts(
  parts: Parts,
  { list, compare, pageSize, before, after }: Order,
  { left, joined }: Moved,
): Map<string, ListPart | undefined> {
  const keyOf = (page: number | 'newest'): string => partKey(list, page);
  const newest = parts.get(keyOf('newest')) ?? emptyPart;
  const linked = newest.older ?? 0;
  const slugsOf = (page: number): readonly string[] =>
    page > linked ? newest.slugs : (parts.get(keyOf(page))?.slugs ?? []);
  const touched = new Map<number, { left: Set<string>; joined: Listed[] }>();
  const touch = (document: Listed) => {
    const page = pageFor(document, { parts, list, compare, bySlug: before });
    const change = touched.get(page) ?? { left: new Set(), joined: [] };
    touched.set(page, change);
    return change;
  };
  for (const slug of left) {
    const document = before.get(slug);
    if (document !== undefined) touch(document).left.add(slug);
  }
  for (const slug of joined) {
    const document = after.get(slug);
    if (document !== undefined) touch(document).joined.push(document);
  }
  const edited = (page: number): readonly string[] => {
    const change = touched.get(page);
    if (change === undefined) return slugsOf(page);
    const stay = slugsOf(page)
      .filter((slug) => !change.left.has(slug))
      .flatMap((slug) => after.get(slug) ?? []);
    return [...stay, ...change.joined].sort(compare).map(({ slug }) => slug);
  };

  // Pages are filled again from the first changed one, until one ends where it ended before.
  const filled = new Map<number, readonly string[]>();
  const waiting = [...touched.keys()].sort((one, other) => one - other);
  let page = waiting[0] ?? linked + 1;
  let full = page - 1;
  let rest: readonly string[] = [];
  while (page <= linked) {
    rest = [...rest, ...edited(page)];
    let at = 0;
    for (; rest.length - at >= pageSize; at += pageSize) filled.set((full += 1), rest.slice(at, at + pageSize));
    rest = rest.slice(at);
    page += 1;
    if (rest.length > 0 || full !== page - 1) continue;
    const next = waiting.find((one) => one >= page);
    if (next === undefined) break;
    page = next;
    full = next - 1;
  }
  const changed = new Map<string, ListPart | undefined>();
  const set = (key: string, part: ListPart | undefined): void => {
    const old = parts.get(key);
    if (old === undefined ? part !== undefined : part === undefined || !isSamePart(old, part)) changed.set(key, part);
  };
  if (page <= linked) {
    for (const [number, slugs] of filled) set(keyOf(number), pagePart(slugs, number, linked));
    return changed;
  }

  rest = [...rest, ...edited(linked + 1)];
  let at = 0;
  for (; rest.length - at > 2 * pageSize; at += pageSize) filled.set((full += 1), rest.slice(at, at + pageSize));
  rest = rest.slice(at);
  while (rest.length <= pageSize && full > 0) {
    rest = [...(filled.get(full) ?? slugsOf(full)), ...rest];
    filled.delete(full);
    full -= 1;
  }
  for (const [number, slugs] of filled) set(keyOf(number), pagePart(slugs, number, full));
  // The last linked page before or after the change has or loses its link.
  for (const number of [linked, full])
    if (number > 0 && number <= full) set(keyOf(number), pagePart(filled.get(number) ?? slugsOf(number), number, full));
  const doubled = rest.length === 2 * pageSize ? pagePart(rest.slice(0, pageSize), full + 1, full) : undefined;
  set(keyOf(full + 1), doubled);
  for (let number = full + 2; number <= linked + 1; number += 1) set(keyOf(number), undefined);
  set(keyOf('newest'), rest.length === 0 ? undefined : { slugs: rest, newer: null, older: full > 0 ? full : null });
  return changed;
}

const pagePart = (slugs: readonly string[], number: number, linked: number): ListPart => ({
  slugs,
  newer: number < linked ? number + 1 : null,
  older: number > 1 ? number - 1 : null,
});

const isSamePart = (one: ListPart, other: ListPart): boolean =>
  one.newer === other.newer &&
  one.older === other.older &&
  one.slugs.length === other.slugs.length &&
  one.slugs.every((slug, index) => slug === other.slugs[index]);

function changeNeighbors(
  neighbors: ComposedLists['neighbors'],
  { kind, definition, after, parts, slugs }: KindChange & { parts: Parts; slugs: readonly string[] },
): ComposedLists['neighbors'] {
  const list = listName(kind, '');
  const compare = compareBy(ordersOf(definition)[0]?.field ?? '');
  const around = (slug: string): Neighbors | undefined => {
    const document = after.get(slug);
    if (document === undefined) return undefined;
    const page = pageFor(document, { parts, list, compare, bySlug: after });
    const linked = parts.get(partKey(list, 'newest'))?.older ?? 0;
    const here = parts.get(partKey(list, page > linked ? 'newest' : page))?.slugs ?? [];
    const at = here.indexOf(slug);
    const next = parts.get(partKey(list, page + 1 > linked ? 'newest' : page + 1))?.slugs[0] ?? null;
    return {
      older: here[at - 1] ?? parts.get(partKey(list, page - 1))?.slugs.at(-1) ?? null,
      newer: here[at + 1] ?? (page > linked ? null : next),
    };
  };
  const known = new Map<string, Neighbors | undefined>(slugs.map((slug) => [slug, around(slug)]));
  const beside = (found: Neighbors | undefined): string[] =>
    [found?.newer, found?.older].filter((slug) => typeof slug === 'string');
  const concerned = [...known].flatMap(([slug, now]) => [...beside(now), ...beside(neighbors.get(`${kind}:${slug}`))]);
  for (const slug of concerned) if (!known.has(slug)) known.set(slug, around(slug));
  const changes = [...known].map(([slug, now]): [string, Neighbors | undefined] => {
    const old = neighbors.get(`${kind}:${slug}`);
    return [`${kind}:${slug}`, old?.newer === now?.newer && old?.older === now?.older ? old : now];
  });
  return patchMap(neighbors, changes);
}
